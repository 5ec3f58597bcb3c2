import { expect, test } from 'vitest'
import { blankDeed, type Deed, isOver, isStored } from './deed.ts'

const deed: Deed = {
  ...blankDeed(['a', 'b']),
  exceptions: new Map([['b', { id: 'p1', syy: 'ei_tavoitettu', selite: '', photos: [], at: 1, where: null }]]),
}
const delivery = (acknowledged: string, failed: string | null) => ({
  acknowledgements: [{ row: { id: acknowledged } }],
  shipments: [{ poikkeama: failed }, { poikkeama: null }],
})

test('a deed is known as stored by its acknowledgement or by what was told of a failure', () => {
  expect(isStored(deed, delivery('other', null))).toBe(false)
  expect(isStored(deed, delivery(deed.id, null))).toBe(true)
  expect(isStored(deed, delivery('other', 'p1'))).toBe(true)
  expect(isStored(deed, delivery('other', 'p2'))).toBe(false)
})

test('a deed is over when the server has it, or there is nothing to deliver any more', () => {
  const open = delivery('other', null)
  expect(isOver({ deed, delivery: open, mayDeliver: true })).toBe(false)
  expect(isOver({ deed: null, delivery: open, mayDeliver: true })).toBe(false)
  expect(isOver({ deed, delivery: delivery(deed.id, null), mayDeliver: true })).toBe(true)
  expect(isOver({ deed, delivery: open, mayDeliver: false })).toBe(true)
  expect(isOver({ deed: null, delivery: open, mayDeliver: false })).toBe(true)
})
