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
