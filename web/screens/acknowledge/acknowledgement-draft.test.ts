import { expect, test } from 'vitest'
import { type AcknowledgementDraft, blankAcknowledgementDraft, isOver, isStored } from './acknowledgement-draft.ts'

const draft: AcknowledgementDraft = {
  ...blankAcknowledgementDraft(['a', 'b']),
  exceptions: new Map([['b', { id: 'p1', syy: 'ei_tavoitettu', selite: '', photos: [], at: 1, where: null }]]),
}
const delivery = (acknowledged: string, failed: string | null) => ({
  acknowledgements: [{ row: { id: acknowledged } }],
  shipments: [{ poikkeama: failed }, { poikkeama: null }],
})

test('a draft is recognised as stored by its acknowledgement or by a failed delivery', () => {
  expect(isStored(draft, delivery('other', null))).toBe(false)
  expect(isStored(draft, delivery(draft.id, null))).toBe(true)
  expect(isStored(draft, delivery('other', 'p1'))).toBe(true)
  expect(isStored(draft, delivery('other', 'p2'))).toBe(false)
})

test('a draft is finished when it is stored on the server, or nothing can be delivered any more', () => {
  const open = delivery('other', null)
  expect(isOver({ draft, delivery: open, mayDeliver: true })).toBe(false)
  expect(isOver({ draft: null, delivery: open, mayDeliver: true })).toBe(false)
  expect(isOver({ draft, delivery: delivery(draft.id, null), mayDeliver: true })).toBe(true)
  expect(isOver({ draft, delivery: open, mayDeliver: false })).toBe(true)
  expect(isOver({ draft: null, delivery: open, mayDeliver: false })).toBe(true)
})
