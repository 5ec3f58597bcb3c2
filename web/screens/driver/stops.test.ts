import { expect, test } from 'vitest'
import { type ShipmentState, shipmentStates, shipmentTransitionsOf } from '#domain/entities/order/order.states.ts'
import { allFeatures } from '#domain/model/features.ts'
import { blankRow } from '#domain/testing/blank-row.ts'
import { goodsText } from '#web/features/orders/goods-text.ts'
import { doneJobs, doneShipments, type OrderOfLine, openJobs, openShipments, type Shipment } from './driver-queries.ts'
import { justDelivered } from './just-delivered.tsx'
import { daysOf, goingBack, jobSteps, type ShipmentLine, shipmentAs, shipmentSteps, stepLabel, stopsOf } from './stops.ts'

const now = 1_795_250_000
const context = { now, table: shipmentTransitionsOf(allFeatures) }
const order: OrderOfLine = { id: 'o1', tunniste: 'T-1', tilauksen_tila: 'kuljetuksessa' }
const shipment = (id: string, values: Partial<Shipment> = {}): Shipment => ({
  ...blankRow('lahetys', { toimitus_nimi: 'Hotelli Kerava', toimitus_osoite1: 'Lautatarhankatu 62', tila: 'kuljetuksessa' }),
  id,
  ...values,
})
const line = (row: Shipment, of = order) => ({ row, order: of, customer: '', terminal: null, failure: null })
const stopOf = (row: Shipment, of = order) => ({ shipments: [row] as const, orders: [of] as const })
const actions = (steps: readonly { action: string }[]) => steps.map(({ action }) => action)

test('shipments of an order to one door form one stop, until they are split or reach different states', () => {
  const lines = [line(shipment('a')), line(shipment('b')), line(shipment('c', { tila: 'odottaa_noutoa' }))]
  const ids = (split: string[]) => stopsOf(lines, new Set(split), now).map(({ shipments }) => shipments.map(({ id }) => id))
  expect(ids([])).toEqual([['a', 'b'], ['c']])
  expect(ids(['o1'])).toEqual([['a'], ['b'], ['c']])
})

test('any number of orders to one door form one stop, also when their pickups or delays differ', () => {
  const other: OrderOfLine = { id: 'o2', tunniste: 'T-2', tilauksen_tila: 'kuljetuksessa' }
  const a = line(shipment('a', { toivottu_toimitus: now - 3 * 86_400 }))
  const b = line(shipment('b', { nouto_nimi: 'Toinen varasto', toivottu_toimitus: now }), other)
  const [stop, ...rest] = stopsOf([a, b], new Set(), now)
  expect(rest).toEqual([])
  expect(stop?.orders.map(({ tunniste }) => tunniste)).toEqual(['T-1', 'T-2'])
  const dayAfter = line(shipment('c', { toivottu_toimitus: now + 2 * 86_400 }), other)
  expect(stopsOf([a, dayAfter], new Set(), now)).toHaveLength(2)
  // Goods that have not been picked up yet are fetched from separate places.
  const waiting = [a, b].map((one) => ({ ...one, row: { ...one.row, tila: 'odottaa_noutoa' as const } }))
  expect(stopsOf(waiting, new Set(), now)).toHaveLength(2)
})

test('a card keeps its key and its place after a step', () => {
  const lines = ['a', 'b', 'c'].map((id) => line(shipment(id, { tila: 'odottaa_noutoa', toimitus_nimi: `Ovi ${id}` })))
  const after = lines.map((one) => (one.row.id === 'b' ? shipmentAs(one, { tila: 'kuljetuksessa' }) : one))
  const keys = (of: readonly ShipmentLine[]) => stopsOf(of, new Set(), now).map(({ key }) => key)
  expect(keys(after)).toEqual(keys(lines))
})

test('a pickup can be undone for ten minutes, only for the shipments picked up then', () => {
  const picked = (id: string, ago: number) => shipment(id, { timestamp_noudettu: now - ago, tila_muuttui: now - ago })
  const [stop] = stopsOf([line(picked('a', 60)), line(picked('b', 601))], new Set(), now)
  if (!stop) throw new Error('There is a stop.')
  const [undo, ...others] = shipmentSteps(stop, 'kuljettaja', context).back
  expect([undo?.action, others]).toEqual(['Kumoa nouto', []])
  expect(undo && goingBack(stop, undo, 'kuljettaja', context).map(({ id }) => id)).toEqual(['a'])
  expect(shipmentSteps(stopOf(picked('b', 601)), 'kuljettaja', context).back).toEqual([])
  // Fetched from a terminal a moment ago, but picked up this morning.
  const fromTerminal = shipment('c', { timestamp_noudettu: now - 9000, tila_muuttui: now - 60 })
  expect(shipmentSteps(stopOf(fromTerminal), 'kuljettaja', context).back).toEqual([])
})

test('formats the goods of a stop', () => {
  const goods = [
    { tyyppi: 'rullakko', maara: 5, paino: 500 },
    { tyyppi: 'paketti', maara: 1, paino: 10.5 },
  ] as const
  expect(goodsText(goods)).toBe('5 rullakkoa · 1 paketti · 510,5\u00a0kg')
})

test('the next step is the main button, rare ones are separate, and only steps that the table allows are shown', () => {
  const waiting = shipmentSteps(stopOf(shipment('a', { tila: 'odottaa_noutoa' })), 'kuljettaja', context)
  expect(actions(waiting.main)).toEqual(['Noudettu'])
  expect(actions(waiting.other)).toEqual(['Siirto terminaaliin'])
  const late = shipmentSteps(stopOf(shipment('a', { tila: 'myohassa' })), 'kuljettaja', context)
  expect(actions(late.main)).toEqual(['Toimitettu', 'Kuljetuksessa'])
  expect(actions(late.other)).toEqual(['Siirto terminaaliin'])
  const moved = shipmentSteps(stopOf(shipment('a', { tila: 'odottaa_siirtoa' })), 'kuljettaja', context)
  expect(actions(moved.main)).toEqual(['Siirrossa', 'Terminaalissa'])
})

test('the button of every step of a driver is a verb, never a state', () => {
  const states = Object.keys(shipmentStates) as ShipmentState[]
  const labels = states.flatMap((tila) =>
    [0, now].flatMap((timestamp_noudettu) => {
      const row = shipment('a', { tila, timestamp_noudettu, tila_muuttui: timestamp_noudettu })
      const { main, other, back } = shipmentSteps(stopOf(row), 'kuljettaja', context)
      return [...main, ...other, ...back].map((step) => stepLabel(row, step))
    }),
  )
  expect([...new Set(labels)].toSorted()).toEqual([
    'Aloita siirto',
    'Jatka kuljetusta',
    'Jätä terminaaliin',
    'Kuittaa',
    'Kumoa nouto',
    'Kumoa siirto',
    'Noudettu',
    'Noudettu terminaalista',
    'Palauta kuljetukseen',
    'Palauta odottamaan noutoa',
    'Siirrä terminaaliin',
  ])
})

test('a driver can undo a delivery for ten minutes', () => {
  const delivered = (ago: number) =>
    shipmentSteps(stopOf(shipment('a', { tila: 'toimitettu', tila_muuttui: now - ago })), 'kuljettaja', context)
  expect(actions(delivered(599).back)).toEqual(['Palauta kuljetukseen', 'Palauta odottamaan noutoa'])
  expect(delivered(601)).toEqual({ main: [], other: [], back: [] })
  const invoiced = stopOf(shipment('a', { tila: 'toimitettu', tila_muuttui: now }), { ...order, tilauksen_tila: 'laskutettu' })
  expect(shipmentSteps(invoiced, 'kuljettaja', context)).toEqual({ main: [], other: [], back: [] })
})

test('recent deliveries are listed so that they can be undone', () => {
  const lines = [599, 601].map((ago) =>
    line(shipment(`${ago}`, { tila: 'toimitettu', timestamp_toimitettu: now - ago, tila_muuttui: now - ago })),
  )
  const just = (shown = new Map()) =>
    justDelivered(lines, shown, new Set(), context).flatMap(({ shipments }) => shipments.map(({ id }) => id))
  expect(just()).toEqual(['599'])
  expect(just(new Map([['599', { tila: 'kuljetuksessa' }]]))).toEqual([])
})

test('an hourly job is started and ended by its driver', () => {
  const job = (tila: 'odottaa_noutoa' | 'kuljetuksessa') =>
    actions(jobSteps({ tila, timestamp_toimitettu: 0, changed: 0 }, 'kuljettaja', now).main)
  expect(job('odottaa_noutoa')).toEqual(['Aloita'])
  expect(job('kuljetuksessa')).toEqual(['Valmis'])
})

test('an order is under way as soon as one of its shipments is picked up', () => {
  const before = line(shipment('a', { tila: 'odottaa_noutoa' }), { ...order, tilauksen_tila: 'uusi' })
  expect(shipmentAs(before, { tila: 'kuljetuksessa' })).toMatchObject({
    row: { tila: 'kuljetuksessa' },
    order: { tilauksen_tila: 'kuljetuksessa' },
  })
})

test('what the server has answered is shown over an older read, and not over a newer one; what is unsent is shown over both', () => {
  const read = (vid: number) => line(shipment('a', { tila: 'odottaa_noutoa', vid }))
  expect(shipmentAs(read(3), { tila: 'kuljetuksessa', vid: 4 }).row.tila).toBe('kuljetuksessa')
  expect(shipmentAs(read(4), { tila: 'kuljetuksessa', vid: 4 }).row.tila).toBe('odottaa_noutoa')
  expect(shipmentAs(read(9), { tila: 'kuljetuksessa' }).row.tila).toBe('kuljetuksessa')
})

test('days are sorted, and entries without a day come last', () => {
  const entry = (key: string, day: number) => ({
    key,
    day,
    stop: { key, orders: [order] as const, customer: '', terminal: null, failure: null, shipments: [shipment(key)] as const },
  })
  const days = daysOf([entry('none', 0), entry('a', now), entry('b', now + 60)])
  expect(days.map(({ entries }) => entries.map(({ key }) => key))).toEqual([['a', 'b'], ['none']])
})

test('the queries sort by creation last and have no filter by driver, since the policy table limits the rows', () => {
  for (const query of [openShipments(now, false), openShipments(now, true), openJobs(now, false), doneShipments(), doneJobs()]) {
    const input = query.queryKey.at(-1)
    expect(input).toMatchObject({ sort: expect.arrayContaining([expect.stringMatching(/^-?drupal_internal__id$/)]) })
    expect(JSON.stringify(input)).not.toContain('"kuljettaja')
  }
})
