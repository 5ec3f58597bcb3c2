import { expect, test } from 'vitest'
import { shipmentTransitionsOf } from '#domain/entities/order/order.states.ts'
import { allFeatures } from '#domain/model/features.ts'
import { orderRow, shipmentRow } from '#web/testing/sample-order-row.ts'
import { orderActions } from '../actions/order-actions.ts'
import type { OrderRow } from '../order-rows.ts'
import { peekStep } from './peek-step.ts'

const context = { now: 1_000_000, table: shipmentTransitionsOf(allFeatures), features: allFeatures }
const driver = { id: 'k', name: 'Esa Korhonen' }
const labelOf = (row: OrderRow, actor: 'yllapito' | 'asiakas' = 'yllapito') =>
  peekStep(row, orderActions([row], { ...context, actor }))?.label ?? null

test('the next step is a driver, then the usual step of the goods', () => {
  expect(labelOf(orderRow([shipmentRow({ state: 'odottaa_noutoa', driver: null })]))).toBe('Anna kuljettaja')
  expect(labelOf(orderRow([shipmentRow({ state: 'odottaa_noutoa', driver })]))).toBe('Merkitse noudetuksi')
  expect(labelOf(orderRow([shipmentRow({ state: 'kuljetuksessa', driver })]))).toBe('Merkitse toimitetuksi')
  expect(labelOf(orderRow([shipmentRow({ state: 'toimitettu', live: false, driver })]))).toBeNull()
})

test('a failed delivery is decided on the page; customers have no next step', () => {
  expect(labelOf({ ...orderRow([shipmentRow({ state: 'kuljetuksessa', driver })]), failed: true })).toBe('Sovi uusi toimitus')
  expect(labelOf(orderRow([shipmentRow({ state: 'odottaa_noutoa', driver: null })]), 'asiakas')).toBeNull()
})
