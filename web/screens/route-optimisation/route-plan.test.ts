import { expect, test } from 'vitest'
import { callInput, type DriveStop, emptyPlan, moveStop, ordered, planBefore, readPlan } from './route-plan.ts'

const stop = (id: string): DriveStop => ({ id, label: id, lat: 60, lng: 25, approximate: false, locked: false })
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
  expect(callInput(plan, { fixed: true }).waypoints.every(({ lukittu }) => lukittu)).toBe(true)
  expect(callInput(plan, { fixed: false })).toMatchObject({ end: null, return_start_end: true })
  expect(callInput({ ...plan, ending: 'paate' }, { fixed: false })).toMatchObject({ end: { id: 'e' }, return_start_end: false })
})

test('what an older build has kept does not break the page', () => {
  expect(readPlan({ stops: 5 })).toEqual(emptyPlan)
  expect(readPlan({ ...emptyPlan, stops })).toEqual({ ...emptyPlan, stops })
})
