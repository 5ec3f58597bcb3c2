import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ShiftCalendarData } from '#domain/features/shifts/shift-data.ts'
import type { ShiftRow, WorkRouteRow } from '#domain/features/shifts/shift-rows.ts'
import { addDays, midnightOf } from '#domain/values/time/time.ts'
import { calendarRows, undrivenByDay, withEarlierRows } from '../rows/calendar-rows.ts'
import {
  contentAt,
  type PlanContext,
  planCopies,
  planMove,
  planMoves,
  planRemoval,
  planRoute,
  planType,
  planWeek,
  shiftsAt,
  shiftsWithRemoved,
  withPlanned,
} from './shift-plans.ts'

const monday = midnightOf('2026-11-23')
const days = Array.from({ length: 14 }, (_, day) => addDays(monday, day))
const driver = (id: string) => ({
  ...{ id, name: id, lisakuljettaja: false, tekstiviestin_este: '' },
  ...{ ammattipatevyys_voimassa: 0, digipiirturikortti_voimassa: 0 },
})
const route = (id: string, kuljettaja: string | null): WorkRouteRow & { poistettu: boolean } => ({
  ...{ id, vid: 1, tunniste: id, name: id, reittinro: id, color: '#0f7f6c', tila: 'ACTIVE' as const, alkuaika: 360, kesto: 480 },
  ...{ jarjestys: 0, lisatiedot: '', kuljettaja, auto: `auto ${id}`, vakioreitti: null, poistettu: false },
})
const shift = (id: string, values: Partial<ShiftRow>): ShiftRow => ({
  ...{ id, vid: 1, paiva: monday, alkuaika: 0, kesto: 0, tila: 'PUBLISHED', tyyppi: 'TYOVUORO', tyoreitti: [] },
  ...{ kuljettaja: null, kuljettaja_default: null, auto: null, timestamp_julkaistu: 0, timestamp_luettu: 0 },
  ...values,
})
const car = (id: string, poistettu = false) => ({ id, rekisterinumero: id, name: '', poistettu })
const autot = [car('auto 12'), car('auto 7'), car('myyty', true)]
const dataOf = (tyovuorot: ShiftRow[]): ShiftCalendarData => ({
  ...{ min: monday, max: days[13] ?? 0, kuljettajat: [driver('anna'), driver('bo')], tyovuorot, lahivuorot: [], autot },
  ...{ tyoreitit: [route('12', 'anna'), route('7', 'bo')], lisatiedot: [], pyhapaivat: [], huomautukset: [], jakson_alku: monday },
  tekstiviesti: { pohja: '', hiljaisuus_alkaa: 21, hiljaisuus_paattyy: 7 },
})
const rowsOf = (shifts: ShiftRow[]) =>
  calendarRows(dataOf(shifts), { first: monday, weeks: 2, days }, { warnings: new Map(), changeOf: () => null })
function contextOf(shifts: ShiftRow[]): PlanContext {
  let made = 0
  const { tyoreitit, kuljettajat } = dataOf(shifts)
  return { rows: rowsOf(shifts), days, routes: tyoreitit, cars: autot, drivers: kuljettajat, newId: () => `new ${++made}` }
}
// The rows of the grid: those without a driver, then Anna and Bo.
const [unassigned, anna, bo] = [0, 1, 2]
const at = (row: number, column = 0) => ({ row, column })

test('a route without a driver is given to one, who drives it instead of its usual driver', () => {
  const context = contextOf([shift('a', { tyoreitti: ['12'] }), shift('off', { kuljettaja: 'bo', tyyppi: 'VAPAA' })])
  expect(planMove(context, [{ from: at(unassigned), to: at(bo) }])).toEqual([
    { id: 'a', paiva: monday, tila: 'UNPUBLISHED', kuljettaja: 'bo', kuljettaja_default: 'anna' },
    { id: 'off', status: 0 },
  ])
})

test('a route that nobody drives is dropped on a driver, who gets a shift with it', () => {
  const plan = [
    shift('a', { kuljettaja: 'bo', tyoreitti: ['7'] }),
    shift('off', { kuljettaja: 'bo', paiva: days[1] ?? 0, tyyppi: 'VAPAA' }),
  ]
  const context = contextOf(plan)
  const undriven = undrivenByDay(dataOf(plan), { first: monday, weeks: 2, days }, days.slice(0, 2))
  expect(undriven.slice(0, 3).map((routes) => routes.map(({ route: { id }, plate }) => `${id} ${plate}`))).toEqual([
    ['12 auto 12'],
    ['12 auto 12', '7 auto 7'],
    [],
  ])
  const rows = context.rows.map((row, index) => (index === unassigned ? { ...row, undriven } : row))
  const withRoutes = { ...context, rows }
  const made = { tyyppi: 'TYOVUORO', tyoreitti: ['12'], auto: 'auto 12', alkuaika: 360, kesto: 480 }
  expect(planMove(withRoutes, [{ from: at(unassigned, 1), to: at(bo, 1) }], { item: '12' })).toEqual([
    { ...made, id: 'new 1', paiva: days[1], kuljettaja: 'bo', kuljettaja_default: 'anna' },
    { id: 'off', status: 0 },
  ])
  // Nobody drives it on another day either.
  expect(planMove(withRoutes, [{ from: at(unassigned), to: at(unassigned, 2) }])).toEqual([])
  const copied = contentAt(withRoutes, at(unassigned))
  expect(planCopies(withRoutes, [{ shifts: copied, to: at(anna) }])).toEqual([
    { ...made, id: 'new 2', paiva: monday, kuljettaja: 'anna', kuljettaja_default: null },
  ])
})

test('a shift dropped on another one stays beside it', () => {
  const context = contextOf([shift('a', { kuljettaja: 'anna', tyoreitti: ['12'] }), shift('b', { kuljettaja: 'bo', tyoreitti: ['7'] })])
  expect(planMove(context, [{ from: at(anna), to: at(bo) }]).map(({ id, status }) => [id, status])).toEqual([['a', undefined]])
})

test('cut shifts are moved, not those that are now in their cells', () => {
  const [cut, other] = [shift('cut', { kuljettaja: 'anna' }), shift('other', { kuljettaja: 'bo' })]
  const [, ...drivers] = rowsOf([cut, other])
  const context = { ...contextOf([cut, other]), rows: drivers.toReversed() }
  expect(planMoves(context, [{ shifts: [cut], to: at(0, 2) }])).toEqual([
    expect.objectContaining({ id: 'cut', paiva: days[2], kuljettaja: 'bo' }),
  ])
})

test('two rows change places without removing each other', () => {
  const shifts = [shift('a', { kuljettaja: 'anna', tyyppi: 'VAPAA' }), shift('b', { kuljettaja: 'bo', tyyppi: 'LOMA' })]
  const pairs = [
    { from: at(anna), to: at(bo) },
    { from: at(bo), to: at(anna) },
  ]
  expect(planMove(contextOf(shifts), pairs).map(({ id, kuljettaja }) => [id, kuljettaja])).toEqual([
    ['a', 'bo'],
    ['b', 'anna'],
  ])
})

test('who is ill leaves the route to those without a driver', () => {
  const context = contextOf([shift('a', { kuljettaja: 'anna', tyoreitti: ['12'], tila: 'PUBLISHED' })])
  expect(planType(context, [at(anna)], 'SAIRASLOMA')).toEqual([
    { id: 'a', paiva: monday, tila: 'UNPUBLISHED', kuljettaja: null, kuljettaja_default: 'anna' },
    { id: 'new 1', paiva: monday, kuljettaja: 'anna', tyyppi: 'SAIRASLOMA' },
  ])
})

test('an empty day becomes work on the usual route, unless somebody else drives it', () => {
  expect(planType(contextOf([]), [at(anna)], 'TYOVUORO')).toEqual([
    { id: 'new 1', paiva: monday, kuljettaja: 'anna', tyyppi: 'TYOVUORO', tyoreitti: ['12'], auto: 'auto 12', alkuaika: 360, kesto: 480 },
  ])
  const driven = contextOf([shift('b', { kuljettaja: 'bo', tyoreitti: ['12'] })])
  expect(planType(driven, [at(anna)], 'TYOVUORO')).toEqual([{ id: 'new 1', paiva: monday, kuljettaja: 'anna', tyyppi: 'TYOVUORO' }])
  expect(planType(driven, [at(unassigned)], 'VAPAA')).toEqual([])
})

test('a route brings its car and hours', () => {
  const context = contextOf([shift('a', { kuljettaja: 'anna' })])
  expect(planRoute(context, [at(anna), at(bo)], route('7', 'bo'))).toEqual([
    expect.objectContaining({ id: 'a', tyoreitti: ['7'], auto: 'auto 7', kesto: 480, kuljettaja: 'anna', kuljettaja_default: 'bo' }),
    expect.objectContaining({ id: 'new 1', paiva: monday, kuljettaja: 'bo', kuljettaja_default: null }),
  ])
})

test('a week is copied only to days on which drivers have nothing', () => {
  const shifts = [shift('a', { kuljettaja: 'anna', tyoreitti: ['12'] }), shift('b', { kuljettaja: 'bo', tyyppi: 'VAPAA' })]
  const next = addDays(monday, 7)
  const planned = planWeek(contextOf(shifts), shifts, {
    present: [shift('c', { kuljettaja: 'bo', paiva: next })],
    dayOf: (day) => addDays(day, 7),
  })
  expect(planned).toEqual([expect.objectContaining({ id: 'new 1', paiva: next, kuljettaja: 'anna', tyoreitti: ['12'] })])
})

test('copies leave out removed routes and cars, and usual drivers who have left', () => {
  const sold = shift('a', { kuljettaja: 'anna', tyoreitti: ['poistettu', '12'], auto: 'myyty', kuljettaja_default: 'lähtenyt', kesto: 480 })
  const context = contextOf([sold])
  expect(planWeek(context, [sold], { present: [], dayOf: (day) => addDays(day, 7) })).toEqual([
    expect.objectContaining({ id: 'new 1', tyoreitti: ['12'], auto: null, kesto: 480, kuljettaja: 'anna', kuljettaja_default: null }),
  ])
  expect(shiftsWithRemoved(context, [sold, shift('b', { tyoreitti: ['12'], auto: 'auto 12' })])).toBe(1)
})

const anyShift = fc.record({
  kuljettaja: fc.constantFrom('anna', 'bo', null),
  paiva: fc.constantFrom(...days),
  tyyppi: fc.constantFrom('TYOVUORO' as const, 'VAPAA' as const, 'LOMA' as const),
  tyoreitti: fc.constantFrom<string[]>(['12'], ['7'], []),
})
const plan = fc.array(anyShift, { maxLength: 12 }).map((all) => all.map((values, index) => shift(`s${index}`, values)))
const cell = fc.record({ row: fc.nat(2), column: fc.nat(13) })

test('every plan names a shift once, and what it makes is where it was meant to be', () => {
  fc.assert(
    fc.property(
      plan,
      fc.uniqueArray(cell, { selector: ({ row, column }) => row * 14 + column, maxLength: 6 }),
      cell,
      (shifts, cells, to) => {
        const context = contextOf(shifts)
        const pairs = cells.map((from, index) => ({ from, to: { row: to.row, column: (to.column + index) % 14 } }))
        for (const planned of [
          planMove(context, pairs),
          planMove(context, pairs, { copies: true }),
          planCopies(
            context,
            pairs.map((pair) => ({ shifts: shiftsAt(context, pair.from), to: pair.to })),
          ),
          planRemoval(context, cells),
          planType(context, cells, 'SAIRASLOMA'),
          planType(context, cells, 'TYOVUORO'),
        ]) {
          expect(new Set(planned.map(({ id }) => id)).size).toBe(planned.length)
          const after = withPlanned(shifts, planned)
          expect(new Set(after.map(({ id }) => id)).size).toBe(after.length)
          for (const { id, status } of planned) expect(after.some((one) => one.id === id)).toBe(status !== 0)
        }
        const moved = withPlanned(shifts, planMove(context, pairs))
        expect(moved.filter(({ tyoreitti }) => tyoreitti.length > 0)).toHaveLength(
          shifts.filter(({ tyoreitti }) => tyoreitti.length > 0).length,
        )
      },
    ),
  )
})

test('rows without a change are the same objects', () => {
  const shifts = [shift('a', { kuljettaja: 'anna' }), shift('b', { kuljettaja: 'bo' })]
  const data = dataOf(shifts)
  const rows = (of: ShiftRow[]) =>
    calendarRows({ ...data, tyovuorot: of }, { first: monday, weeks: 2, days }, { warnings: new Map(), changeOf: () => null })
  const before = rows(shifts)
  const after = withEarlierRows(rows(withPlanned(shifts, [{ id: 'b', tyyppi: 'VAPAA' }])), before)
  expect(after[anna]).toBe(before[anna])
  expect(after[bo]).not.toBe(before[bo])
})
