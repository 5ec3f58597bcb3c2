import type { Pool } from 'pg'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { maxProposedWorks, ordersOf, type ProposedOrder, type ProposedWork } from '#domain/features/planning-board/proposal/day-proposal.ts'
import type { DayProposal, ProposedRoute, proposeDayCall } from '#domain/features/planning-board/proposal/propose-day.ts'
import { orderedBy, type ShiftRoute, withoutWork, withWork, worksOf } from '#domain/features/planning-board/route-stops.ts'
import type { DayPlanner } from '#server/platform/ports/maps/day-planner.ts'
import type { Roads } from '#server/platform/ports/maps/roads.ts'
import type { WorkerPool } from '#server/platform/workers/worker-pool.ts'
import { refuse } from './change-board.ts'
import { planBy } from './day-plan/plan-by-services.ts'
import { type ProposalParts, placeKey, proposalParts } from './proposal-input.ts'
import { readVersions } from './queries.ts'
import { boardRoutes, type DayOfWork, readDay, readDrivers } from './read-board.ts'
import { placing } from './routes-of-shifts.ts'

export type ProposalServices = { pool: Pool; workers: WorkerPool; clock: () => number; roads: Roads | null; dayPlanner: DayPlanner | null }
type Input = z.output<typeof proposeDayCall.input>

/** Proposes which shift takes which work, in which order (rules/planning-board.md#proposal). */
export async function proposeDay(services: ProposalServices, { paiva, siirrot }: Input, viewer: Viewer): Promise<DayProposal> {
  const begun = Date.now()
  const { pool, clock } = services
  const now = clock()
  const day = await readDay(pool, paiva, now)
  if (day.shifts.length === 0) throw refuse('Päivälle ei ole työvuoroja. Lisää ensin vuorot.', 'paiva')
  const parts = await proposalParts(pool, day, { moves: siirrot, now })
  const { input } = parts
  if (input.works.length === 0 || input.shifts.length === 0) return emptyProposal(day)
  if (input.works.length > maxProposedWorks)
    throw refuse(`Päivällä on liikaa tilauksia ehdotettavaksi: enintään ${maxProposedWorks}. Lukitse valmiit reitit.`, 'paiva')
  const { plan, planned, travel, notice } = await planBy(services, { input, travel: day.of.travel, begun }, viewer)
  const orders = ordersOf(planned, plan)
  const before = new Map(day.of.routes)
  const routes = proposedRoutes(day, parts, orders)
  return answer({ pool, day: { ...day, of: { ...day.of, travel } }, works: input.works, notice }, { before, routes, orders })
}

/** Without work, or with all routes locked, there is nothing to propose. */
const emptyProposal = ({ paiva, free }: DayOfWork): DayProposal => ({
  ...{ paiva, reitit: [], siirtyvat: [], metrit: 0, sekunnit: 0, poistuu: 0, tulee: 0, ilmoitus: '', versiot: {} },
  mahtumatta: free.map(({ row }) => row.id),
})

/** The routes as they become. Work that the plan leaves out stays with its driver. */
function proposedRoutes({ of }: DayOfWork, { places, input }: ProposalParts, orders: readonly ProposedOrder[]): Map<string, ShiftRoute> {
  const routes = new Map(of.routes)
  const works = new Map(input.works.map((work) => [`${work.shift} ${work.id}`, work]))
  for (const { shift, order } of orders) {
    const own = [...new Set(order.map(({ work }) => work))].filter((id) => !works.has(`${shift} ${id}`))
    for (const [id, route] of routes)
      if (id !== shift)
        routes.set(
          id,
          own.reduce((left, work) => withoutWork(left, work, ['nouto', 'toimitus', 'tyo']), route),
        )
  }
  for (const { shift, order } of orders) {
    const route = routes.get(shift)
    if (!route) continue
    const missing = order.filter(({ type, work }) => !route.stops.some((stop) => stop.tyyppi === type && worksOf(stop).includes(work)))
    const needed = missing.flatMap(({ type, work }) => {
      const place = places.get(placeKey(type, work))
      return place ? [{ type, work, place }] : []
    })
    const filled = [...Map.groupBy(needed, ({ work }) => work).values()].reduce((left, stops) => withWork(left, stops, placing), route)
    routes.set(shift, orderedBy(filled, order, placing.newId))
  }
  return routes
}

type Made = { before: ReadonlyMap<string, ShiftRoute>; routes: Map<string, ShiftRoute>; orders: readonly ProposedOrder[] }

const contentOf = ({ stops }: ShiftRoute): string => JSON.stringify(stops.map((stop) => [stop.tyyppi, ...worksOf(stop)]))

async function answer(
  { pool, day, works, notice }: { pool: Pool; day: DayOfWork; works: readonly ProposedWork[]; notice: string },
  { before, routes, orders }: Made,
): Promise<DayProposal> {
  const { of, shifts, now, paiva, rows } = day
  const people = await readDrivers(
    pool,
    shifts.flatMap(({ kuljettaja }) => kuljettaja ?? []),
  )
  const earlier = boardRoutes(of, people, now)
  const later = boardRoutes({ ...of, routes }, people, now)
  const orderOf = new Map(orders.map(({ shift, order }) => [shift, order]))
  const changed = later.filter(({ id }) => {
    const [was, becomes] = [before.get(id), routes.get(id)]
    return was && becomes && contentOf(was) !== contentOf(becomes)
  })
  const driverOf = new Map(rows.map(({ row }) => [row.id, row.kuljettaja]))
  const shiftDriver = new Map(shifts.map(({ id, kuljettaja }) => [id, kuljettaja]))
  const siirtyvat = orders.flatMap(({ shift, order }) =>
    [...new Set(order.map(({ work }) => work))].flatMap((tyo) => {
      const [kuljettaja, edellinen] = [shiftDriver.get(shift) ?? null, driverOf.get(tyo) ?? null]
      return kuljettaja !== null && kuljettaja !== edellinen ? [{ tyo, kuljettaja, edellinen }] : []
    }),
  )
  const given = new Set(siirtyvat.map(({ tyo }) => tyo))
  const breaches = { before: breachKeys(earlier), after: breachKeys(later) }
  const versions = await readVersions(pool, [...changed.map(({ id }) => id), ...works.map(({ id }) => id)])
  return {
    paiva,
    reitit: changed.map(
      (route): ProposedRoute => ({
        ...route,
        jarjestys: (orderOf.get(route.id) ?? []).map(({ type, work }) => ({ tyyppi: type, tyo: work })),
      }),
    ),
    siirtyvat,
    mahtumatta: day.free.map(({ row }) => row.id).filter((id) => !given.has(id)),
    metrit: sumOf(later, ({ metrit }) => metrit) - sumOf(earlier, ({ metrit }) => metrit),
    sekunnit: sumOf(later, ({ sekunnit }) => sekunnit) - sumOf(earlier, ({ sekunnit }) => sekunnit),
    poistuu: breaches.before.filter((key) => !breaches.after.includes(key)).length,
    tulee: breaches.after.filter((key) => !breaches.before.includes(key)).length,
    ilmoitus: notice,
    versiot: Object.fromEntries(versions),
  }
}

type Route = ReturnType<typeof boardRoutes>[number]

/** Waiting is no breach. A stop is named by its work, since a moved one has another id. */
function breachKeys(routes: readonly Route[]): string[] {
  return routes.flatMap(({ id, huomautukset, pysahdykset }) =>
    huomautukset
      .filter(({ laji }) => laji !== 'etuajassa')
      .map(({ laji, pysahdys }) => {
        const stop = pysahdykset.find((one) => one.id === pysahdys)
        return [laji, stop ? [...stop.lahetykset, stop.tuntituote].join() : id].join(' ')
      }),
  )
}

const sumOf = (routes: readonly Route[], value: (route: Route) => number): number => routes.reduce((sum, route) => sum + value(route), 0)
