import { afterEach, describe, expect, test, vi } from 'vitest'
import { shipmentTransitionsOf } from '#domain/entities/order/order.states.ts'
import { features } from '#domain/runtime-config.ts'
import { assignment, commonSteps, newWish, refusalsOf, saveChanges, stepTo, undosOf } from './line-changes.ts'
import type { LineRow, OrderRow } from './order-rows.ts'
import { type JobRow, jobRow, orderRow, type ShipmentRow, shipmentRow } from './sample-order-row.ts'

afterEach(() => vi.unstubAllGlobals())

const driver = { id: 'k1', name: 'Jari' }
const shipment = (state: ShipmentRow['state']) => shipmentRow({ state, driver, wish: 100 })
const job = (state: JobRow['state']) => jobRow({ state, driver, wish: 100 })
const order = (...lines: LineRow[]) => orderRow(lines)
const given = { now: 1_000_000, table: shipmentTransitionsOf(features) }
const admin = { actor: 'yllapito', ...given } as const
const customer = { actor: 'asiakas', ...given } as const
const names = (...orders: OrderRow[]) => commonSteps(orders, admin).map(({ to }) => to)

describe('the steps of several orders', () => {
  test('only those that all live lines can take', () => {
    expect(names(order(shipment('odottaa_noutoa')))).toEqual(['kuljetuksessa', 'odottaa_siirtoa', 'myohassa', 'peruutettu'])
    expect(names(order(shipment('odottaa_noutoa')), order(shipment('siirretty')))).toEqual(['kuljetuksessa', 'peruutettu'])
    expect(names(order(shipment('odottaa_noutoa'), job('odottaa_noutoa')))).toEqual(['kuljetuksessa', 'peruutettu'])
  })
  test('none to a terminal in a company that has none', () => {
    const table = shipmentTransitionsOf({ ...features, siirto_terminaaliin: false })
    const waiting = order(shipment('odottaa_noutoa'))
    expect(commonSteps([waiting], { ...admin, table }).map(({ to }) => to)).toEqual(['kuljetuksessa', 'myohassa', 'peruutettu'])
    expect(stepTo(waiting, 'odottaa_siirtoa', '', { ...admin, table })).toBeNull()
  })
  test('what is done does not hold up what is not', () => {
    expect(names(order(shipment('toimitettu'), shipment('kuljetuksessa')))).toContain('toimitettu')
  })
  test('an order without live lines can be brought back', () => {
    expect(names(order(shipment('peruutettu')))).toEqual(['kuljetuksessa', 'odottaa_noutoa'])
  })
  test('the button says what all of them mean', () => {
    const label = (...orders: OrderRow[]) => commonSteps(orders, admin).find(({ to }) => to === 'kuljetuksessa')?.label
    expect(label(order(shipment('odottaa_noutoa')))).toBe('Noudettu')
    expect(label(order(shipment('odottaa_noutoa')), order(shipment('siirretty')))).toBe('Kuljetuksessa')
  })
  test('what leaves no way back for one of them is asked about', () => {
    const asks = (to: string, ...orders: OrderRow[]) => commonSteps(orders, admin).find((step) => step.to === to)?.asks
    expect(asks('toimitettu', order(shipment('kuljetuksessa')), order(shipment('kuljetuksessa')))).toBe(false)
    expect(asks('toimitettu', order(shipment('kuljetuksessa')), order(shipment('myohassa')))).toBe(true)
    expect(asks('kuljetuksessa', order(shipment('odottaa_noutoa')))).toBe(true)
    expect(asks('kuljetuksessa', order(job('odottaa_noutoa')))).toBe(false)
  })
  test('cancelling asks an administrator why', () => {
    expect(commonSteps([order(shipment('odottaa_noutoa'))], admin).find(({ to }) => to === 'peruutettu')?.reason).toBe(true)
  })
})

describe('a step', () => {
  test('knows its way back only where the table has one', () => {
    expect(stepTo(order(shipment('kuljetuksessa')), 'toimitettu', '', admin)?.lines[0]).toMatchObject({
      id: 'l1',
      vid: 7,
      set: { tila: 'toimitettu' },
      back: { tila: 'kuljetuksessa' },
    })
    expect(stepTo(order(shipment('odottaa_noutoa')), 'kuljetuksessa', '', admin)?.lines[0]?.back).toBeNull()
  })
  test('a customer cancels until the first pickup, and cannot take it back', () => {
    const change = stepTo(order(shipment('odottaa_noutoa'), shipment('peruutettu')), 'peruutettu', '', customer)
    expect(change?.lines).toHaveLength(1)
    expect(change?.lines[0]?.back).toBeNull()
    expect(stepTo(order(shipment('odottaa_noutoa'), shipment('kuljetuksessa')), 'peruutettu', '', customer)).toBeNull()
  })
})

test('a driver is given to live lines, and what is not named stays', () => {
  const { lines } = assignment(order(shipment('odottaa_noutoa'), shipment('toimitettu')), { kuljettaja: 'k2' })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ set: { kuljettaja: 'k2' }, back: { kuljettaja: 'k1' } })
})

test('each kind of line has its own wished day', () => {
  expect(newWish(order(shipment('odottaa_noutoa'), job('odottaa_noutoa')), 500).lines.map(({ set, back }) => [set, back])).toEqual([
    [{ toivottu_toimitus: 500 }, { toivottu_toimitus: 100 }],
    [{ toimituspaiva: 500 }, { toimituspaiva: 100 }],
  ])
})

describe('saving many orders', () => {
  /** A server that keeps a version of each line, and somebody else's hand. */
  function lines(versions: Record<string, number>) {
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
      const operations: { data: { id: string; type: string; attributes: { vid: number } } }[] = JSON.parse(body)['atomic:operations']
      if (operations.some(({ data }) => versions[data.id] !== data.attributes.vid)) return Response.json({ errors: [] }, { status: 409 })
      const results = operations.map(({ data }) => {
        const vid = data.attributes.vid + 1
        versions[data.id] = vid
        return { data: { id: data.id, type: data.type, attributes: { vid } } }
      })
      return Response.json({ 'atomic:results': results })
    })
    return versions
  }
  const orders = ['T-1', 'T-2', 'T-3', 'T-4', 'T-5'].map((number) => orderRow([shipmentRow({ id: `l${number}` })], { id: number, number }))
  const given = () => orders.map((one) => assignment(one, { kuljettaja: 'k2' }))

  test('undoing carries the versions that were written: what somebody has changed since stays, and is named', async () => {
    const versions = lines(Object.fromEntries(orders.map(({ number }) => [`l${number}`, 7])))
    const told: number[] = []
    const saved = await saveChanges(given(), { tell: ({ size }) => told.push(size) })
    expect(told).toEqual([4, 5])
    const undos = undosOf(saved)
    expect(undos.map(({ lines }) => [lines[0]?.vid, lines[0]?.set])).toEqual(orders.map(() => [8, { kuljettaja: null }]))
    versions['lT-3'] = 9
    const undone = await saveChanges(undos, { conflict: 'Muutettu sen jälkeen.' })
    expect(refusalsOf(undos, undone)).toBe('T-3: Muutettu sen jälkeen.')
    expect(versions).toMatchObject({ 'lT-1': 9, 'lT-3': 9, 'lT-5': 9 })
  })

  test('a reason that many orders have is said once; what has nothing to change says so', async () => {
    lines({})
    const changes = [...given(), assignment(orderRow([shipmentRow({ state: 'toimitettu' })], { id: 'T-6', number: 'T-6' }), { auto: 'a' })]
    expect(refusalsOf(changes, await saveChanges(changes, { conflict: 'Liian myöhään.' }))).toBe(
      '5 tilausta: Liian myöhään. T-6: Tilauksella ei ole rivejä, joita voisi muuttaa.',
    )
  })
})
