import { expect, test } from 'vitest'
import { blankDeed, type Deed, isStored } from './deed.ts'

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
