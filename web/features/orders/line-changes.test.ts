import { describe, expect, test } from 'vitest'
import { shipmentTransitionsOf } from '#domain/entities/order/order.states.ts'
import { allFeatures, featuresWithout } from '#domain/model/features.ts'
import { type JobRow, jobRow, orderRow, type ShipmentRow, shipmentRow } from '#web/testing/sample-order-row.ts'
import { assignment, offeredSteps, stepTo, takersOf, wishedDayChange } from './line-changes.ts'
import type { LineRow, OrderRow } from './order-rows.ts'

const driver = { id: 'k1', name: 'Jari' }
const shipment = (state: ShipmentRow['state']) => shipmentRow({ state, driver, wishedDay: 100 })
const job = (state: JobRow['state']) => jobRow({ state, driver, wishedDay: 100 })
const order = (...lines: LineRow[]) => orderRow(lines)
const context = { now: 1_000_000, table: shipmentTransitionsOf(allFeatures) }
const admin = { actor: 'yllapito', ...context } as const
const customer = { actor: 'asiakas', ...context } as const
const names = (...orders: OrderRow[]) => offeredSteps(orders, admin).map(({ to }) => to)

describe('the steps for several orders', () => {
  test('include those that some order takes with all of its live lines, and how many orders do', () => {
    expect(names(order(shipment('odottaa_noutoa')))).toEqual(['kuljetuksessa', 'odottaa_siirtoa', 'myohassa', 'peruutettu'])
    const mixed = [order(shipment('odottaa_noutoa')), order(shipment('siirretty')), order(shipment('kuljetuksessa'))]
    const able = (to: string) => offeredSteps(mixed, admin).flatMap((step) => (step.to === to ? [[step.back, step.able]] : []))
    expect(able('peruutettu')).toEqual([[false, 3]])
    expect(able('toimitettu')).toEqual([[false, 1]])
    expect(able('kuljetuksessa')).toEqual([[false, 2]])
    expect(able('odottaa_noutoa')).toEqual([[true, 1]])
    expect(takersOf(mixed, { to: 'toimitettu', back: false }, admin)).toEqual([mixed[2]])
    expect(names(order(shipment('odottaa_noutoa'), job('odottaa_noutoa')))).toEqual(['kuljetuksessa', 'peruutettu'])
  })
  test('a step back is offered apart from the same step forward', () => {
    const both = [order(shipment('odottaa_noutoa')), order(shipment('toimitettu'))]
    const offers = offeredSteps(both, admin).filter(({ to }) => to === 'kuljetuksessa')
    expect(offers.map(({ label, back, able }) => [label, back, able])).toEqual([
      ['Noudettu', false, 1],
      ['Palauta kuljetukseen', true, 1],
    ])
    expect(takersOf(both, { to: 'kuljetuksessa', back: false }, admin)).toEqual([both[0]])
  })
  test('include no transfer in a company without terminals', () => {
    const table = shipmentTransitionsOf(featuresWithout(['siirto_terminaaliin']))
    const waiting = order(shipment('odottaa_noutoa'))
    expect(offeredSteps([waiting], { ...admin, table }).map(({ to }) => to)).toEqual(['kuljetuksessa', 'myohassa', 'peruutettu'])
    expect(stepTo(waiting, 'odottaa_siirtoa', '', { ...admin, table })).toBeNull()
  })
  test('ignore lines that are already done', () => {
    expect(names(order(shipment('toimitettu'), shipment('kuljetuksessa')))).toContain('toimitettu')
  })
  test('an order without live lines can be reopened', () => {
    expect(names(order(shipment('peruutettu')))).toEqual(['kuljetuksessa', 'odottaa_noutoa'])
  })
  test("the button's label fits all orders", () => {
    const label = (...orders: OrderRow[]) => offeredSteps(orders, admin).find(({ to }) => to === 'kuljetuksessa')?.label
    expect(label(order(shipment('odottaa_noutoa')))).toBe('Noudettu')
    expect(label(order(shipment('odottaa_noutoa')), order(shipment('siirretty')))).toBe('Kuljetuksessa')
  })
  test('a step that cannot be undone for one of the orders asks for a confirmation', () => {
    const asks = (to: string, ...orders: OrderRow[]) => offeredSteps(orders, admin).find((step) => step.to === to)?.asks
    expect(asks('toimitettu', order(shipment('kuljetuksessa')), order(shipment('kuljetuksessa')))).toBe(false)
    expect(asks('toimitettu', order(shipment('kuljetuksessa')), order(shipment('myohassa')))).toBe(true)
    expect(asks('kuljetuksessa', order(shipment('odottaa_noutoa')))).toBe(false)
    expect(asks('kuljetuksessa', order(shipment('siirretty')))).toBe(true)
    expect(asks('kuljetuksessa', order(job('odottaa_noutoa')))).toBe(false)
  })
  test('cancelling asks an administrator for a reason', () => {
    expect(offeredSteps([order(shipment('odottaa_noutoa'))], admin).find(({ to }) => to === 'peruutettu')?.reason).toBe(true)
  })
})

describe('a step', () => {
  test('can be undone only where the state table allows the way back', () => {
    expect(stepTo(order(shipment('kuljetuksessa')), 'toimitettu', '', admin)?.lines[0]).toMatchObject({
      id: 'l1',
      vid: 7,
      set: { tila: 'toimitettu' },
      back: { tila: 'kuljetuksessa' },
    })
    expect(stepTo(order(shipment('odottaa_noutoa')), 'kuljetuksessa', '', admin)?.lines[0]?.back).toEqual({ tila: 'odottaa_noutoa' })
    expect(stepTo(order(shipment('siirretty')), 'kuljetuksessa', '', admin)?.lines[0]?.back).toBeNull()
  })
  test('a customer can cancel until the first pickup, and cannot undo it', () => {
    const change = stepTo(order(shipment('odottaa_noutoa'), shipment('peruutettu')), 'peruutettu', '', customer)
    expect(change?.lines).toHaveLength(1)
    expect(change?.lines[0]?.back).toBeNull()
    expect(stepTo(order(shipment('odottaa_noutoa'), shipment('kuljetuksessa')), 'peruutettu', '', customer)).toBeNull()
  })
})

test('a driver is assigned to live lines, and fields that are not named stay', () => {
  const { lines } = assignment(order(shipment('odottaa_noutoa'), shipment('toimitettu')), { kuljettaja: 'k2' })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ set: { kuljettaja: 'k2' }, back: { kuljettaja: 'k1' } })
})

test('each kind of line has its own field of the wished day', () => {
  expect(wishedDayChange(order(shipment('odottaa_noutoa'), job('odottaa_noutoa')), 500).lines.map(({ set, back }) => [set, back])).toEqual([
    [{ toivottu_toimitus: 500 }, { toivottu_toimitus: 100 }],
    [{ toimituspaiva: 500 }, { toimituspaiva: 100 }],
  ])
})
