import { type RouteOfShift, takesFromRoutes, unpublishedByMove, withRouteValues } from '#domain/entities/shift/shift.rules.ts'
import type { Change } from '#domain/model/define-entity.ts'
import type { Row } from '#domain/model/registry.ts'
import type { EntityHooks, LookUp } from '#server/entities/engine.ts'
import { routesForShifts } from './queries.ts'

type ShiftChange = Change<Row<'tyovuoro'>>

/** Shifts take hours, car and usual driver from their work routes (rules/shifts.md#start-and-length). */
const takeFromRoutes: LookUp = async (runner, changes, { isGiven }) => {
  // Changed rows of the entity that the hook is registered for.
  const shifts = changes as unknown as readonly ShiftChange[]
  const taking = shifts.filter(takesFromRoutes)
  if (taking.length === 0) return undefined
  const ids = [...new Set(taking.flatMap(({ before, after }) => [...(before?.tyoreitti ?? []), ...after.tyoreitti]))]
  const routes = ids.length === 0 ? [] : await routesForShifts(runner, ids)
  const byId = new Map<string, RouteOfShift>(routes.map((route) => [route.id, route]))
  return shifts.map((change, index) => {
    const stored = changes[index]
    return stored && takesFromRoutes(change) ? withRouteValues(change, byId, (field) => isGiven(stored, field)) : {}
  })
}

const unpublishMoved: LookUp = async (_runner, changes, { isGiven }) => {
  // Changed rows of the entity that the hook is registered for.
  const shifts = changes as unknown as readonly ShiftChange[]
  return shifts.map((change, index) => {
    const stored = changes[index]
    return stored ? unpublishedByMove(change, (field) => isGiven(stored, field)) : {}
  })
}

export const shiftHooks: EntityHooks = { tyovuoro: [{ lookUp: takeFromRoutes }, { lookUp: unpublishMoved }] }
