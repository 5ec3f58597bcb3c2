import { describe, expect, test } from 'vitest'
import type { RuleContext } from '../../define-entity.ts'
import { blankRow } from '../../testing/blank-row.ts'
import { acknowledgementRules, acknowledgementText } from './acknowledgement.rules.ts'

const context: RuleContext = { viewer: null, now: 1_790_000_000, reason: '', sha256: (text) => `#${text}` }
const row = blankRow('v_o_kuittaus', { nimenselvennys: 'Maija Meikäläinen', lahetykset: ['a', 'b'], laitteen_aika: 1_789_999_000 })
const related = {
  lahetykset: [blankRow('lahetys', { id: 'b', kuvaus: 'Lava' }), blankRow('lahetys', { id: 'a', maara: 2 })],
  kuittaus: [blankRow('file', { id: 'f', tarkiste: 'abc' })],
}

describe('the checksum of an acknowledgement', () => {
  const text = acknowledgementText(row, related)

  test('is made when it is signed, and never again', () => {
    expect(acknowledgementRules.derive?.({ before: null, after: row }, context, related)).toEqual({ tarkiste: `#${text}` })
    expect(acknowledgementRules.derive?.({ before: row, after: row }, context, related)).toEqual({})
  })

  test('does not depend on the order of the shipments, nor on what the receiver did not sign', () => {
    expect(acknowledgementText(row, { ...related, lahetykset: [...related.lahetykset].reverse() })).toBe(text)
    const priced = related.lahetykset.map((shipment) => ({ ...shipment, hinta: 99, tila: 'toimitettu', kuljettaja: 'k', vid: 7 }))
    expect(acknowledgementText(row, { ...related, lahetykset: priced })).toBe(text)
  })

  test('changes with what was signed', () => {
    const [first, ...rest] = related.lahetykset
    const more = [{ ...first, maara: 9 } as (typeof related.lahetykset)[number], ...rest]
    for (const changed of [
      acknowledgementText({ ...row, nimenselvennys: 'Matti' }, related),
      acknowledgementText({ ...row, laitteen_aika: 1 }, related),
      acknowledgementText(row, { ...related, lahetykset: more }),
      acknowledgementText(row, { ...related, lahetykset: rest }),
      acknowledgementText(row, { ...related, kuittaus: [blankRow('file', { id: 'f', tarkiste: 'abd' })] }),
    ]) {
      expect(changed).not.toBe(text)
    }
  })
})

test('an acknowledgement is of some shipments, and of those for good', () => {
  const fields = (lahetykset: string[], before = false) =>
    (acknowledgementRules.check?.({ before: before ? row : null, after: { ...row, lahetykset } }, context, {}) ?? []).map(
      ({ field }) => field,
    )
  expect(fields(['a'])).toEqual([])
  expect(fields([])).toEqual(['lahetykset'])
  expect(fields(['a', 'b'], true)).toEqual([])
  expect(fields(['a'], true)).toEqual(['lahetykset'])
})
