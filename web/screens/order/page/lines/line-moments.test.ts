import { expect, test } from 'vitest'
import { anyTime } from '#domain/entities/shipment/shipment.times.ts'
import { atTime, midnightOf } from '#domain/values/time/time.ts'
import { deliveryWhen } from './line-moments.ts'

const today = midnightOf('2026-11-24')
const now = atTime(today, 10, 0)
const shipment = { ...anyTime, tila: 'kuljetuksessa' as const, timestamp_toimitettu: 0, luvattu_aika: 0, toivottu_toimitus: today }
const promised = { ...shipment, luvattu_aika: atTime(today, 14, 0) }

test('goods that are expected show the estimate of their stop, before the promise', () => {
  expect(deliveryWhen(shipment, atTime(today, 12, 20), now)).toBe('perillä noin tänään 12.20')
  expect(deliveryWhen(promised, atTime(today, 13, 50), now)).toBe('perillä noin tänään 13.50')
})

test('an estimate that has passed gives way to the promise, and delivered or cancelled goods have none', () => {
  expect(deliveryWhen(promised, atTime(today, 9, 0), now)).toBe('luvattu tänään 14.00')
  expect(deliveryWhen(promised, 0, now)).toBe('luvattu tänään 14.00')
  const delivered = { ...promised, tila: 'toimitettu' as const, timestamp_toimitettu: atTime(today, 9, 42) }
  expect(deliveryWhen(delivered, atTime(today, 12, 20), now)).toBe('toimitettu tänään 9.42')
  expect(deliveryWhen({ ...shipment, tila: 'peruutettu' }, atTime(today, 12, 20), now)).toBe('')
})
