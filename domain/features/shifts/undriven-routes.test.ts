import { expect, test } from 'vitest'
import type { WorkRouteRow } from './shift-rows.ts'
import { undrivenRoutes } from './undriven-routes.ts'

const route = (id: string, fields: Partial<WorkRouteRow & { poistettu: boolean }> = {}) => ({
  ...{ id, vid: 1, tunniste: 'TYR-1', name: '', reittinro: id, color: '#ffffff', tila: 'ACTIVE' as const, alkuaika: 0, kesto: 0 },
  ...{ jarjestys: 0, lisatiedot: '', kuljettaja: null, auto: null, vakioreitti: null, poistettu: false },
  ...fields,
})
const idsOf = (found: Map<number, WorkRouteRow[]>) => [...found].map(([day, routes]) => [day, routes.map(({ id }) => id).join()])

test('routes without a shift are undriven, day by day; one in a shift without a driver is not', () => {
  const shifts = [
    { paiva: 1, tyoreitti: ['a', 'b'] },
    { paiva: 2, tyoreitti: ['b'] },
    // A day that is not asked about.
    { paiva: 3, tyoreitti: ['c'] },
  ]
  expect(idsOf(undrivenRoutes({ routes: [route('a'), route('b'), route('c')], shifts, days: [1, 2] }))).toEqual([
    [1, 'c'],
    [2, 'a,c'],
  ])
})

test('a removed route is not driven by anybody', () => {
  const routes = [route('a', { poistettu: true }), route('b')]
  expect(idsOf(undrivenRoutes({ routes, shifts: [], days: [1] }))).toEqual([[1, 'b']])
})
