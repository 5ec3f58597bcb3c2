import { expect, test } from 'vitest'
import type { RuleContext } from '../../model/define-entity.ts'
import { allFeatures } from '../../model/features.ts'
import { blankRow } from '../../testing/blank-row.ts'
import type { Toimituspoikkeama } from './failed-delivery.entity.ts'
import { failedDeliveryRules } from './failed-delivery.rules.ts'

const context: RuleContext = { viewer: null, now: 1_790_000_000, reason: '', features: allFeatures, sha256: () => '' }
const shipment = (id: string, tilaus = 't', asiakas = 'c') => blankRow('lahetys', { id, tilaus, asiakas })
const faults = (values: Partial<Toimituspoikkeama>, shipments = [shipment('a'), shipment('b')]) => {
  const row = blankRow('toimituspoikkeama', { syy: 'ei_tavoitettu', lahetykset: shipments.map(({ id }) => id), ...values })
  const related = { lahetykset: shipments }
  const after = { ...row, ...failedDeliveryRules.derive?.({ before: null, after: row }, context, related) }
  return (failedDeliveryRules.check?.({ before: null, after }, context, related) ?? []).map(({ field }) => field)
}

test('a failed delivery is refused in words, and stays as it was recorded', () => {
  const stored = blankRow('toimituspoikkeama', { syy: 'ei_tavoitettu', lahetykset: ['a'], asiakas: 'c' })
  const details = (values: Partial<Toimituspoikkeama>, before: Toimituspoikkeama | null, shipments = [shipment('a')]) =>
    failedDeliveryRules.check?.({ before, after: { ...stored, ...values } }, context, { lahetykset: shipments })
  const done = [{ ...shipment('a'), tila: 'toimitettu' as const }]
  expect(details({}, null, done)).toEqual([{ field: 'lahetykset', detail: 'Lähetys on jo toimitettu tai peruttu.' }])
  expect(details({ syy: 'muu' }, null)).toEqual([{ field: 'selite', detail: 'Kerro, mitä tapahtui.' }])
  expect(details({}, null, [shipment('a'), shipment('b', 'u')])).toEqual([
    { field: 'lahetykset', detail: 'Kirjaa kerralla yhden tilauksen lähetykset.' },
  ])
  expect(details({ lahetykset: ['b'] }, stored)).toEqual([{ field: 'lahetykset', detail: 'Poikkeaman lähetyksiä ei voi vaihtaa.' }])
  expect(details({ selite: 'Portti oli lukossa.' }, stored, done)).toEqual([])
  expect(failedDeliveryRules.check?.({ before: null, after: stored }, context, {})).toEqual([])
  const customer = (before: Toimituspoikkeama | null, asiakas: string | null) =>
    failedDeliveryRules.derive?.({ before, after: { ...stored, asiakas } }, context, { lahetykset: [shipment('a')] })
  expect(customer(null, null)).toEqual({ asiakas: 'c' })
  expect(customer(null, 'd')).toEqual({ asiakas: 'd' })
  expect(customer(stored, null)).toEqual({})
  expect(failedDeliveryRules.derive?.({ before: null, after: { ...stored, asiakas: null } }, context, {})).toEqual({ asiakas: null })
})

test('a failed delivery belongs to shipments of one order, and to their customer', () => {
  expect(faults({})).toEqual([])
  expect(faults({}, [])).toEqual(['lahetykset'])
  expect(faults({}, [shipment('a'), shipment('b', 'u')])).toEqual(['lahetykset'])
  expect(faults({ asiakas: 'c' })).toEqual([])
  expect(faults({ asiakas: 'another' })).toEqual(['asiakas'])
})

test('the reason “other” requires a description', () => {
  expect(faults({ syy: 'muu' })).toEqual(['selite'])
  expect(faults({ syy: 'muu', selite: 'Portti oli lukossa.' })).toEqual([])
})

test.each(['toimitettu', 'peruutettu'] as const)('a shipment that is %s cannot have failed', (tila) => {
  expect(faults({}, [shipment('a'), { ...shipment('b'), tila }])).toEqual(['lahetykset'])
})
