import { expect, test } from 'vitest'
import { blankRow } from '../../testing/blank-row.ts'
import { midnightOf } from '../../values/time/time.ts'
import { drivenDay, isPickedUp, palletPlaces, plannedDays, workOfJob, workOfShipment } from './planned-work.ts'
import { stopMinutes } from './stop-minutes.ts'

const day = midnightOf('2026-11-24')
const tomorrow = midnightOf('2026-11-25')
const at = (hours: number) => day + hours * 3600

test.each([
  ['three pieces on reserved pallet places', { tyyppi: 'paketti', maara: 3, varauma: 'lava' }, 3],
  ['three roll containers', { tyyppi: 'rullakko', maara: 3 }, 1.5],
  ['packages', { tyyppi: 'paketti', maara: 9, pituus: 600, leveys: 600 }, 0],
  // 1,2 m × 0,8 m is one place; 1 m × 1 m is 1,0417 places.
  ['two pieces of the size of a pallet', { tyyppi: 'muu', maara: 2, pituus: 1200, leveys: 800 }, 2],
  ['two pieces of a square metre', { tyyppi: 'muu', maara: 2, pituus: 1000, leveys: 1000 }, 2.08],
] as const)('%s take %d pallet places', (_, values, places) => {
  expect(palletPlaces(blankRow('lahetys', values))).toBe(places)
})

test.each([
  ['on the days of their windows', { nouto_aika_alku: at(-10), toimitus_aika_loppu: at(9), toivottu_toimitus: tomorrow }, at(-24), day],
  ['by the end of a window without a beginning', { nouto_aika_loppu: at(9), toivottu_toimitus: tomorrow }, day, tomorrow],
  ['by the beginning of a window over midnight', { nouto_aika_alku: at(23), nouto_aika_loppu: at(25) }, day, day],
  ['both on the wished day', { toivottu_toimitus: day }, day, day],
  ['the pickup on the day of the delivery', { toimitus_aika_alku: at(9), toivottu_toimitus: tomorrow }, day, day],
  ['without any day', {}, 0, 0],
])('the ends of a shipment are planned %s', (_, values, nouto, toimitus) => {
  expect(plannedDays(blankRow('lahetys', values))).toEqual({ nouto, toimitus })
})

test.each([
  ['odottaa_noutoa', 0, false],
  ['odottaa_noutoa', at(8), false],
  ['siirretty', at(8), false],
  ['kuljetuksessa', 0, true],
  ['toimitettu', 0, true],
  ['myohassa', 0, false],
  ['myohassa', at(8), true],
  ['odottaa_siirtoa', at(8), true],
] as const)('goods that are %s since the pickup at %i are picked up: %s', (tila, timestamp_noudettu, expected) => {
  expect(isPickedUp({ tila, timestamp_noudettu })).toBe(expected)
})

const shipment = blankRow('lahetys', {
  ...{ id: 'l1', tila: 'odottaa_noutoa', kuljettaja: 'k1', tyyppi: 'rullakko', maara: 4, paino: 120, palveluaika: 25 },
  ...{ toivottu_toimitus: tomorrow, nouto_aika_alku: at(8), nouto_aika_loppu: at(10), toimitus_aika_loppu: at(36) },
})

test('a shipment needs a pickup and a delivery', () => {
  const nouto = { type: 'nouto', window: { start: at(8), end: at(10) }, day, isDone: false, doneAt: 0 }
  const toimitus = { type: 'toimitus', window: { start: 0, end: at(36) }, day: tomorrow, isDone: false, doneAt: 0 }
  expect(workOfShipment(shipment)).toEqual({
    ...{ id: 'l1', kind: 'lahetys', isLive: true, kuljettaja: 'k1', kg: 120, pallets: 2, pieces: 4, minutes: 25 },
    ends: [nouto, toimitus],
  })
  const done = { timestamp_noudettu: at(9), timestamp_toimitettu: at(30) }
  expect(workOfShipment({ ...shipment, ...done, tila: 'kuljetuksessa' }).ends).toEqual([
    { ...nouto, isDone: true, doneAt: at(9) },
    toimitus,
  ])
  expect(workOfShipment({ ...shipment, ...done, tila: 'toimitettu' }).ends).toEqual([
    { ...nouto, isDone: true, doneAt: at(9) },
    { ...toimitus, isDone: true, doneAt: at(30) },
  ])
  // The terminal has its own hours: the sender's window is over.
  expect(workOfShipment({ ...shipment, ...done, tila: 'siirretty' }).ends).toEqual([
    { ...nouto, window: { start: 0, end: 0 }, day: tomorrow },
    toimitus,
  ])
})

test('removed and cancelled work has no stops', () => {
  const job = blankRow('tuntituote', {})
  expect([workOfShipment(shipment).isLive, workOfJob(job).isLive]).toEqual([true, true])
  expect([workOfShipment({ ...shipment, status: 0 }).isLive, workOfJob({ ...job, status: 0 }).isLive]).toEqual([false, false])
  expect(workOfShipment({ ...shipment, tila: 'peruutettu' }).isLive).toBe(false)
  expect(workOfJob({ ...job, tila: 'peruutettu' }).isLive).toBe(false)
})

test('an hourly job needs one stop', () => {
  const job = blankRow('tuntituote', { id: 't1', kuljettaja: 'k1', aika: 90, toimituspaiva: tomorrow, timestamp_toimitettu: at(12) })
  const end = { type: 'tyo', window: { start: 0, end: 0 }, day: tomorrow, isDone: false, doneAt: 0 }
  expect(workOfJob(job)).toEqual({
    ...{ id: 't1', kind: 'tuntituote', isLive: true, kuljettaja: 'k1', kg: 0, pallets: 0, pieces: 0, minutes: 90 },
    ends: [end],
  })
  expect(workOfJob({ ...job, tila: 'toimitettu' }).ends).toEqual([{ ...end, isDone: true, doneAt: at(12) }])
  expect(workOfJob({ ...job, aloitusaika: at(9) }).ends).toEqual([{ ...end, window: { start: at(9), end: 0 }, day }])
})

test.each([
  ['what is typed', { aika: 90, aloitusaika: at(8), lopetusaika: at(10) }, 90],
  ['the time between its start and its end', { aloitusaika: at(8), lopetusaika: at(10) }, 120],
  ['nothing without a start', { lopetusaika: at(10) }, 0],
  ['nothing when it ends as it starts', { aloitusaika: at(8), lopetusaika: at(8) }, 0],
  ['a day at most', { aika: 2000 }, 1440],
])('an hourly job takes %s', (_, values, minutes) => {
  expect(workOfJob(blankRow('tuntituote', { aika: 0, ...values })).minutes).toBe(minutes)
})

test('work whose day has passed, or that has none, is driven today', () => {
  expect([at(-24), 0, day, tomorrow].map((planned) => drivenDay({ day: planned }, at(15)))).toEqual([day, day, day, tomorrow])
})

const goods = (pieces: number, minutes = 0) => ({ kind: 'lahetys' as const, pieces, minutes })
const hourly = (minutes: number) => ({ kind: 'tuntituote' as const, pieces: 0, minutes })
test.each([
  ['what the dispatcher has set', 33, [goods(4), goods(2, 25)], 33],
  // 10 min and 1,5 min a piece.
  ['the usual time of its pieces', 0, [goods(4), goods(3)], 21],
  ['the minutes of its shipments together', 0, [goods(4, 25), goods(3, 5)], 30],
  ['minutes and pieces, without the time of the stop', 0, [goods(9, 25), goods(3)], 30],
  ['the time of an hourly job', 0, [hourly(45)], 45],
  ['nothing for an hourly job without a time', 0, [hourly(0)], 0],
  ['nothing without work', 0, [], 0],
])('a stop takes %s', (_, kesto, works, minutes) => {
  expect(stopMinutes(kesto, works, { minutes: 10, perPiece: 1.5 })).toBe(minutes)
})
