import { expect, test } from 'vitest'
import { startOfDay } from '#domain/values/time/time.ts'
import { callInput, type DriveStop, departureOf, emptyPlan, moveStop, ordered, planBefore, readPlan } from './route-plan.ts'

const stop = (id: string): DriveStop => ({
  ...{ id, label: id, lat: 60, lng: 25, approximate: false, locked: false },
  ...{ begin: 0, end: 0, minutes: 0, works: [] },
})
const now = 1_795_000_020
const stops = ['a', 'b', 'c', 'd'].map(stop)
const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id).join('')

test('a stop moves up and down, and not beyond the ends', () => {
  expect(['a', 'd'].map((id) => ids(moveStop(stops, id, 2)))).toEqual(['bcad', 'abdc'])
  expect([-5, 99].map((to) => ids(moveStop(stops, 'b', to)))).toEqual(['bacd', 'acdb'])
  expect(ids(moveStop(stops, 'x', 0))).toBe('abcd')
})

test('the optimised order keeps the stops as they were, and the order before can be restored', () => {
  const locked = stops.map((one) => ({ ...one, locked: one.id === 'b' }))
  const plan = { ...emptyPlan, stops: locked }
  const after = ordered(plan, { waypoints: ['d', 'b', 'a', 'c'].map((id) => ({ id, lat: 0, lng: 0 })) })
  expect(ids(after.stops)).toBe('dbac')
  expect(after.stops[1]).toBe(locked[1])
  expect(planBefore(after)).toEqual(plan)
  expect(planBefore(plan)).toBe(null)
})

test('the figures of the order as it is are asked for with every stop locked', () => {
  const plan = { ...emptyPlan, stops, start: stop('s'), end: stop('e') }
  expect(callInput(plan, { fixed: true, now }).waypoints.every(({ lukittu }) => lukittu)).toBe(true)
  expect(callInput(plan, { fixed: false, now })).toMatchObject({ end: null, return_start_end: true })
  expect(callInput({ ...plan, ending: 'paate' }, { fixed: false, now })).toMatchObject({ end: { id: 'e' }, return_start_end: false })
})

test('the windows and the time at the stops are sent, and the clock time of the departure is that of the day', () => {
  const timed = { ...stop('a'), begin: now + 3600, end: now + 7200, minutes: 15 }
  const plan = { ...emptyPlan, stops: [timed], departure: '7.30' }
  expect(callInput(plan, { fixed: false, now }).waypoints).toMatchObject([{ alku: now + 3600, loppu: now + 7200, palveluaika: 15 }])
  expect(callInput(plan, { fixed: false, now }).lahtoaika).toBe(startOfDay(now) + 7.5 * 3600)
  for (const text of ['', '25:00', 'x']) expect(departureOf(text, now), text).toBe(now - (now % 60))
})

test('what an older build has kept does not break the page', () => {
  expect(readPlan({ stops: 5 })).toEqual(emptyPlan)
  expect(readPlan({ ...emptyPlan, stops })).toEqual({ ...emptyPlan, stops })
  const { departure: _d, ...older } = emptyPlan
  const { begin: _b, end: _e, minutes: _m, works: _w, ...olderStop } = stop('a')
  expect(readPlan({ ...older, stops: [olderStop] })).toEqual({ ...emptyPlan, stops: [stop('a')] })
})
