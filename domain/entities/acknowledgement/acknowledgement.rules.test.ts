import { describe, expect, test } from 'vitest'
import type { RuleContext } from '../../model/define-entity.ts'
import { allFeatures } from '../../model/features.ts'
import { blankRow } from '../../testing/blank-row.ts'
import { acknowledgementRules, acknowledgementText, leavingFault } from './acknowledgement.rules.ts'

const context: RuleContext = { viewer: null, now: 1_790_000_000, reason: '', features: allFeatures, sha256: (text) => `#${text}` }
const row = blankRow('v_o_kuittaus', { nimenselvennys: 'Maija Meikäläinen', lahetykset: ['a', 'b'], laitteen_aika: 1_789_999_000 })
const related = {
  lahetykset: [
    blankRow('lahetys', { id: 'b', kuvaus: 'Lava', tilaus: 't', asiakas: 'c' }),
    blankRow('lahetys', { id: 'a', maara: 2, tilaus: 't', asiakas: 'c' }),
  ],
  kuittaus: [blankRow('file', { id: 'f', tarkiste: 'abc' })],
}

describe('the checksum of an acknowledgement', () => {
  const text = acknowledgementText(row, related)

  test('is set when it is signed, and never changed', () => {
    expect(acknowledgementRules.derive?.({ before: null, after: row }, context, related)).toEqual({ tarkiste: `#${text}`, asiakas: 'c' })
    expect(acknowledgementRules.derive?.({ before: row, after: row }, context, related)).toEqual({})
  })

  test('does not depend on the order of the shipments, nor on fields that the receiver did not sign', () => {
    expect(acknowledgementText(row, { ...related, lahetykset: [...related.lahetykset].reverse() })).toBe(text)
    const priced = related.lahetykset.map((shipment) => ({ ...shipment, hinta: 99, tila: 'toimitettu', kuljettaja: 'k', vid: 7 }))
    expect(acknowledgementText(row, { ...related, lahetykset: priced })).toBe(text)
  })

  test('changes with the signed fields', () => {
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

test('an acknowledgement belongs to at least one shipment, and its shipments cannot be changed', () => {
  const fields = (lahetykset: string[], before = false) =>
    (acknowledgementRules.check?.({ before: before ? row : null, after: { ...row, lahetykset } }, context, {}) ?? []).map(
      ({ field }) => field,
    )
  expect(fields(['a'])).toEqual([])
  expect(fields([])).toEqual(['lahetykset'])
  expect(fields(['a', 'b'], true)).toEqual([])
  expect(fields(['a'], true)).toEqual(['lahetykset'])
})

test('an acknowledgement belongs to the customer of its shipments, all of one order', () => {
  const faults = (asiakas: string | null, more: Parameters<typeof blankRow<'lahetys'>>[1] = {}) => {
    const rows = { ...related, lahetykset: [...related.lahetykset, blankRow('lahetys', { id: 'd', tilaus: 't', asiakas: 'c', ...more })] }
    const values = { ...row, asiakas }
    const after = { ...values, ...acknowledgementRules.derive?.({ before: null, after: values }, context, rows) }
    return (acknowledgementRules.check?.({ before: null, after }, context, rows) ?? []).map(({ field }) => field)
  }
  expect(faults(null)).toEqual([])
  expect(faults('c')).toEqual([])
  expect(faults('another')).toEqual(['asiakas'])
  expect(faults(null, { asiakas: 'another' })).toEqual(['asiakas'])
  expect(faults(null, { tilaus: 'u' })).toEqual(['lahetykset'])
})

test('goods are left without a signature only when each of their orders allows it', () => {
  const order = (tilausnro: number, saa_jattaa: string) => ({ tilausnro, saa_jattaa })
  expect(leavingFault([order(1000, 'kylla')])).toBeNull()
  expect(leavingFault([order(1000, 'kylla'), order(1001, 'ei'), order(1001, 'ei'), order(1002, 'oletus')])).toEqual({
    field: 'jatetty',
    detail: 'Tilauksen T-1001, T-1002 tavaroita ei saa jättää ilman kuittausta.',
  })
})

describe('what proves that goods were delivered', () => {
  type Values = Parameters<typeof blankRow<'v_o_kuittaus'>>[1]
  const faults = (values: Values, before: Values | null = null) => {
    const of = (more: Values) => blankRow('v_o_kuittaus', { lahetykset: ['a'], asiakas: 'c', ...more })
    return acknowledgementRules.check?.({ before: before && of(before), after: of(values) }, context, {})
  }

  test('is the receiver’s name', () => {
    expect(faults({ nimenselvennys: 'Maija' })).toEqual([])
    expect(faults({ kuittaus: 'f' })).toEqual([{ field: 'nimenselvennys', detail: 'Nimenselvennys on pakollinen.' }])
  })

  test('is a place and a picture of goods left without a signature', () => {
    const left = { jatetty: true, jattopaikka: 'Kuisti', kuvat: ['k'] }
    const place = { field: 'jattopaikka', detail: 'Kerro, mihin tavarat jätettiin.' }
    const picture = { field: 'kuvat', detail: 'Ota kuva jätetyistä tavaroista.' }
    expect(faults(left)).toEqual([])
    expect(faults({ ...left, jattopaikka: '' })).toEqual([place])
    expect(faults({ ...left, kuvat: [] })).toEqual([picture])
    expect(faults({ jatetty: true })).toEqual([place, picture])
    expect(faults({ ...left, kuittaus: 'f' })).toEqual([
      { field: 'kuittaus', detail: 'Ilman kuittausta jätetyllä ei ole allekirjoitusta.' },
    ])
  })

  test('keeps its pictures', () => {
    const signed = { nimenselvennys: 'Maija', kuvat: ['k'] }
    const detail = 'Kuittauksen kuvia ei voi vaihtaa.'
    for (const kuvat of [[], ['l'], ['k', 'l']]) expect(faults({ ...signed, kuvat }, signed)).toEqual([{ field: 'kuvat', detail }])
    // Stored before a name was required.
    expect(faults({ kuvat: ['k'] }, { kuvat: ['k'] })).toEqual([])
  })

  test('has the place and the pictures of goods left without a signature in its checksum', () => {
    const left = { ...row, jatetty: true, jattopaikka: 'Kuisti' }
    const sum = (values: Partial<typeof row>, tarkiste = 'abc') =>
      acknowledgementText({ ...left, ...values }, { ...related, kuvat: [blankRow('file', { id: 'k', tarkiste })] })
    expect(sum({ jattopaikka: 'Portti' })).not.toBe(sum({}))
    expect(sum({}, 'abd')).not.toBe(sum({}))
    expect(sum({ jatetty: false, jattopaikka: 'Portti' }, 'abd')).toBe(acknowledgementText(row, related))
    expect(acknowledgementText(left, {})).toBe('[[],"Maija Meikäläinen",1789999000,[],"Kuisti",[]]')
  })
})

test('an acknowledgement refuses other shipments in its own words', () => {
  const details = (values: Partial<typeof row>, before: typeof row | null, rows = related) =>
    acknowledgementRules.check?.({ before, after: { ...row, asiakas: 'c', ...values } }, context, rows)
  const [first, second] = related.lahetykset
  const twoOrders = { ...related, lahetykset: [{ ...first, tilaus: 'u' }, second] as typeof related.lahetykset }
  expect(details({}, null, twoOrders)).toEqual([{ field: 'lahetykset', detail: 'Kuittaa kerralla yhden tilauksen lähetykset.' }])
  expect(details({ lahetykset: ['a'] }, row)).toEqual([{ field: 'lahetykset', detail: 'Kuitattuja lähetyksiä ei voi vaihtaa.' }])
  expect(details({ lahetykset: [] }, null)).toEqual([{ field: 'lahetykset', detail: 'Valitse ainakin yksi lähetys.' }])
  expect(details({ asiakas: 'd' }, null)).toEqual([{ field: 'asiakas', detail: 'Asiakas on eri kuin lähetyksillä.' }])
})
