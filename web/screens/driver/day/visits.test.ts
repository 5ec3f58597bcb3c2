import { expect, test } from 'vitest'
import type { EntityName } from '#domain/model/registry.ts'
import { blankRow } from '#domain/testing/blank-row.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { includedOf } from '#web/data/json-api.ts'
import { readResource, type Values, writeResource } from '#web/data/row.ts'
import type { ShownLine } from '#web/features/orders/answered-lines.ts'
import type { IncludedDriverRows, ShiftStop } from '../driver-queries.ts'
import {
  contactsOf,
  figuresOf,
  groupsOf,
  isSameRow,
  isShiftNow,
  linesOf,
  nextVisit,
  notesOf,
  openOrdersOf,
  plannedOrder,
  visitsOf,
  withoutStops,
  withSigned,
} from './visits.ts'

const day = midnightOf('2026-11-24')
const now = day + 9 * 3600
const resource = <N extends EntityName>(name: N, values: Values<N> & { id: string }) => readResource(writeResource(name, values))

const shift = (id: string, values: object = {}) => ({ ...blankRow('tyovuoro', { paiva: day, alkuaika: 360, kesto: 480 }), id, ...values })
const shipment = (id: string, values: object = {}) => ({
  ...blankRow('lahetys', {
    ...{ tila: 'odottaa_noutoa', tyyppi: 'rullakko', maara: 2, paino: 100, tilaus: `order-${id}` },
    ...{ nouto_nimi: 'Varasto', nouto_osoite1: 'Lähtökatu 1', toimitus_nimi: `Ovi ${id}`, toimitus_osoite1: `Ovikatu ${id}` },
  }),
  id,
  ...values,
})
const stop = (id: string, values: Partial<ShiftStop>): ShiftStop => ({
  ...blankRow('ajo_pysahdys', { tyovuoro: 's', osoite1: `Katu ${id}`, postinro: '13500' }),
  id,
  ...values,
})

type Shipments = Record<string, ReturnType<typeof shipment>>
function visits(stops: readonly ShiftStop[], shipments: Shipments, { shown = new Map<string, ShownLine>(), shifts = [shift('s')] } = {}) {
  const orders = Object.keys(shipments).map((id) => ({ ...blankRow('tilaus'), id: `order-${id}` }))
  const job = { ...blankRow('tuntituote', { selite: 'Muutto', nouto_osoite1: 'Työkatu 1' }), id: 'job' }
  const included: IncludedDriverRows = includedOf([
    ...Object.values(shipments).map((row) => resource('lahetys', row)),
    ...shifts.map((row) => resource('tyovuoro', row)),
    ...orders.map((row) => resource('tilaus', row)),
    resource('tuntituote', job),
  ])
  return visitsOf({ rows: stops, included }, { now, shown })
}
const delivered = { tila: 'toimitettu', timestamp_toimitettu: now - 60, timestamp_noudettu: now - 600 } as const
const onBoard = { tila: 'kuljetuksessa', timestamp_noudettu: now - 600 } as const

test('visits follow the order of the stops, numbered without breaks; the next one is the first that is not done', () => {
  const stops = [
    stop('c', { tyyppi: 'toimitus', jarjestys: 30, lahetykset: ['2'] }),
    stop('a', { tyyppi: 'nouto', jarjestys: 10, lahetykset: ['1', '2'] }),
    stop('t', { tyyppi: 'tauko', jarjestys: 15, kesto: 45 }),
    stop('b', { tyyppi: 'toimitus', jarjestys: 20, lahetykset: ['1'] }),
    stop('j', { tyyppi: 'tyo', jarjestys: 40, tuntituote: 'job' }),
  ]
  const found = visits(stops, { '1': shipment('1', delivered), '2': shipment('2', onBoard) })
  expect(found.map(({ key, number, isDone }) => [key, number, isDone])).toEqual([
    ['a', 1, true],
    ['t', 0, true],
    ['b', 2, true],
    ['c', 3, false],
    ['j', 4, false],
  ])
  expect(nextVisit(found)?.key).toBe('c')
  expect(figuresOf(found)).toEqual({ total: 4, done: 2, kilos: 200, firstLoading: 0, lastDoneAt: now - 60 })
})

test('consecutive stops at the same door are one visit, however the address is written; of two shifts they are not', () => {
  const door = (id: string, values: Partial<ShiftStop>) => stop(id, { osoite1: 'Teollisuustie 14', ...values })
  const stops = [
    door('a', { tyyppi: 'toimitus', jarjestys: 10, lahetykset: ['1'] }),
    door('b', { tyyppi: 'nouto', jarjestys: 20, lahetykset: ['2'], osoite1: ' teollisuustie 14' }),
    stop('c', { tyyppi: 'toimitus', jarjestys: 30, lahetykset: ['2'] }),
    door('d', { tyyppi: 'toimitus', jarjestys: 40, lahetykset: ['3'] }),
    door('e', { tyyppi: 'toimitus', jarjestys: 5, lahetykset: ['4'], tyovuoro: 'evening' }),
  ]
  const shipments = Object.fromEntries(['1', '2', '3', '4'].map((id) => [id, shipment(id)]))
  const found = visits(stops, shipments, { shifts: [shift('s'), shift('evening', { alkuaika: 900 })] })
  expect(found.map(({ key, parts }) => [key, parts.length])).toEqual([
    ['a', 2],
    ['c', 1],
    ['d', 1],
    ['e', 1],
  ])
})

test('a visit is done once all of its work is, and what this device has done counts before it is sent', () => {
  const stops = [stop('a', { tyyppi: 'nouto', lahetykset: ['1', '2', '3'] })]
  const shipments = { '1': shipment('1', onBoard), '2': shipment('2'), '3': shipment('3', { tila: 'peruutettu' }) }
  expect(visits(stops, shipments)[0]?.isDone).toBe(false)
  const shown = new Map<string, ShownLine>([['2', { tila: 'kuljetuksessa', timestamp_noudettu: now }]])
  const [visit] = visits(stops, shipments, { shown })
  expect([visit?.isDone, visit?.doneAt]).toEqual([true, now])
  expect(visit && linesOf(visit)).toHaveLength(2)
})

test('a signature that waits to be sent counts as a delivery, and an unsent step after it counts more', () => {
  const failure = { id: 'f', syy: 'ei_tavoitettu', selite: '', photos: [], at: now, where: null }
  const payload = {
    ...{ id: 'k', draft: '', numbers: 'T-1', nimenselvennys: 'Ville', signature: null, left: null, photos: [], where: null, at: now },
    received: [shipment('1'), shipment('2')],
    failed: [[shipment('3'), failure]],
  }
  // The clock of the device is an hour ahead.
  const signed = [{ kind: 'kuittaus', at: now + 3600, offset: -3600, payload }]
  const shown = withSigned(new Map([['2', { tila: 'kuljetuksessa' }]]), signed)
  expect(shown.get('1')).toMatchObject({ tila: 'toimitettu', timestamp_toimitettu: now })
  expect(shown.get('2')?.tila).toBe('kuljetuksessa')
  expect(shown.get('3')?.tila).toBe('myohassa')
  // What the server has answered came before the signature.
  expect(withSigned(new Map([['1', { tila: 'kuljetuksessa', vid: 4 }]]), signed).get('1')?.tila).toBe('toimitettu')
})

test('a stop whose work has gone is left out', () => {
  const stops = [stop('a', { tyyppi: 'toimitus', lahetykset: ['1'] }), stop('b', { tyyppi: 'nouto', lahetykset: ['unknown'] })]
  expect(visits(stops, { '1': shipment('1', { tila: 'peruutettu' }) })).toEqual([])
})

test('shipments that take the same step form a group', () => {
  const stops = [stop('a', { tyyppi: 'nouto', lahetykset: ['1', '2', '3'] })]
  const [visit] = visits(stops, { '1': shipment('1'), '2': shipment('2', onBoard), '3': shipment('3') })
  const [part] = visit?.parts ?? []
  if (!part || !('lines' in part)) throw new Error('There are goods.')
  expect(groupsOf(part).map(({ shipments, orders }) => [shipments.map(({ id }) => id), orders.map((order) => order.id)])).toEqual([
    [
      ['1', '3'],
      ['order-1', 'order-3'],
    ],
    [['2'], ['order-2']],
  ])
})

test('everybody at the door can be called, and every note is shown once', () => {
  const contact = (etunimi: string, puhelin: string) => ({
    toimitus_yhteyshenkilo_etunimi: etunimi,
    toimitus_yhteyshenkilo_puhelin: puhelin,
  })
  const stops = [stop('a', { tyyppi: 'toimitus', lahetykset: ['1', '2', '3'] })]
  const [visit] = visits(stops, {
    '1': shipment('1', { ...contact('Mikko', '+358401111111'), viesti: 'Soita ennen.' }),
    '2': shipment('2', { ...contact('Liisa', '+358402222222'), viesti: 'Soita ennen.' }),
    '3': shipment('3', { ...contact('', '+358401111111'), viesti: 'Trukki paikalla.' }),
  })
  if (!visit) throw new Error('There is a visit.')
  expect(contactsOf(visit)).toEqual([
    { name: 'Mikko', phone: '+358401111111' },
    { name: 'Liisa', phone: '+358402222222' },
  ])
  expect(notesOf(visit)).toEqual(['Soita ennen.', 'Trukki paikalla.'])
})

test('work that is at no stop is shown apart', () => {
  const found = visits([stop('a', { tyyppi: 'toimitus', lahetykset: ['1'] })], { '1': shipment('1') })
  expect(withoutStops([{ id: '1' }, { id: '2' }], found)).toEqual([{ id: '2' }])
})

test("yesterday's shift is shown until it has ended", () => {
  const night = { paiva: midnightOf('2026-11-23'), alkuaika: 20 * 60, kesto: 600 }
  expect(isShiftNow(night, day + 5 * 3600)).toBe(true)
  expect(isShiftNow(night, day + 11 * 3600)).toBe(false)
  expect(isShiftNow({ ...night, kesto: 0 }, day + 3600)).toBe(false)
  expect(isShiftNow({ paiva: day, alkuaika: 0, kesto: 0 }, now)).toBe(true)
  expect(isShiftNow({ paiva: midnightOf('2026-11-25'), alkuaika: 0, kesto: 0 }, now)).toBe(false)
})

test('a shipment has the place of the visit at which it is handled next', () => {
  const stops = [
    stop('a', { tyyppi: 'nouto', jarjestys: 10, lahetykset: ['1', '2'] }),
    stop('b', { tyyppi: 'toimitus', jarjestys: 20, lahetykset: ['2'] }),
    stop('c', { tyyppi: 'toimitus', jarjestys: 30, lahetykset: ['1'] }),
  ]
  const order = plannedOrder(visits(stops, { '1': shipment('1', onBoard), '2': shipment('2') }))
  expect([...order].map(([id, { number }]) => [id, number])).toEqual([
    ['2', 1],
    ['1', 3],
  ])
})

test('the orders that are fetched ahead are those of open shipments at any stop, each once', () => {
  const shipments = [shipment('1', delivered), shipment('2', onBoard), shipment('3'), shipment('4', { tilaus: 'order-3' })]
  const included: IncludedDriverRows = includedOf(shipments.map((row) => resource('lahetys', row)))
  const rows = [stop('a', { lahetykset: ['1', '2'] }), stop('b', { tyovuoro: 'tomorrow', lahetykset: ['2', '3', '4'] }), stop('c', {})]
  expect(openOrdersOf({ rows, included })).toEqual(['order-2', 'order-3'])
})

test('the row of a door stays the same when its goods are picked up, and changes when they are delivered or the door changes', () => {
  const stops = [
    stop('a', { tyyppi: 'nouto', jarjestys: 10, lahetykset: ['1'] }),
    stop('b', { tyyppi: 'toimitus', jarjestys: 20, lahetykset: ['1'] }),
  ]
  const rows = (values: object) => visits(stops, { '1': shipment('1', values) })
  const areSame = (before: object, after: object) => {
    const later = rows(after)
    return rows(before).map((visit, index) => isSameRow(visit, later[index] ?? visit))
  }
  expect(areSame({}, {})).toEqual([true, true])
  expect(areSame({}, onBoard)).toEqual([false, true])
  expect(areSame(onBoard, delivered)).toEqual([true, false])
  expect(areSame(onBoard, { ...onBoard, vid: 7 })).toEqual([false, false])
  expect(areSame(onBoard, { ...onBoard, toimitus_nimi: 'Toinen ovi' })).toEqual([true, false])
})
