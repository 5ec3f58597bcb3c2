import type { Viewer } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import { type ProposalInput, placesOf, problemOf, withoutShifts } from '#domain/features/planning-board/proposal/day-proposal.ts'
import { estimatedTravel, gridPoint, type Travel } from '#domain/features/planning-board/travel.ts'
import type { DayPlan } from '#domain/features/route-optimisation/day-plan/day-plan.ts'
import type { Point } from '#domain/values/place/distance.ts'
import type { DayPlanner } from '#server/platform/ports/maps/day-planner.ts'
import { type RoadMatrix, type Roads, RoadsFailed } from '#server/platform/ports/maps/roads.ts'
import { WorkerFailure, type WorkerPool } from '#server/platform/workers/worker-pool.ts'
import type planInWorker from './plan-day.worker.ts'

type Services = { workers: WorkerPool; roads: Roads | null; dayPlanner: DayPlanner | null }
/**
 * `planned`: what the plan is of; `travel`: by what was measured now, and otherwise as the plan was made; `notice`: a Finnish sentence about what
 * the plan could not use.
 */
type Planned = { plan: DayPlan; planned: ProposalInput; travel: Travel; notice: string }

const program = new URL('./plan-day.worker.ts', import.meta.url)
/**
 * Milliseconds from the call to the end of the search, which the services share: what they do not use is searched in. People wait less than
 * ten seconds, with what is read and answered besides.
 */
const planTime = 8000
/** Of it, when drivers have work already: the rest is for a second search without those who have too much. */
const firstSearch = 5600
const serviceTime = { roads: 2500, planner: 3500 } as const
/** Milliseconds of search: most of what is found is found in the first seconds. */
const searchTime = (works: number): number => 500 + 40 * works
const timeoutSeconds = 30

/** Plans the day by the roads and the planner that are configured; our own estimates and search replace what does not answer. */
export async function planBy(
  { workers, roads, dayPlanner }: Services,
  { input, travel, begun }: { input: ProposalInput; travel: Travel; begun: number },
  { userId }: Viewer,
): Promise<Planned> {
  const notices: string[] = []
  const points = placesOf(input)
  const matrix = roads && (await orNull(roads.matrix(points, { timeout: serviceTime.roads })))
  if (roads && !matrix) notices.push('Reittipalvelu ei vastaa. Ajoajat ovat arvioita.')
  // The plan knows no measured legs then: what it saves would otherwise be the difference of two ways of measuring.
  const otherwise = roads ? estimatedTravel : travel
  const ordered = dayPlanner && (await orNull(dayPlanner.plan(problemOf(input, matrix?.seconds), { timeout: serviceTime.planner })))
  const latest = begun + planTime
  const mayRepeat = input.works.some(({ current }) => current !== null)
  const deadline = Math.min(mayRepeat ? begun + firstSearch : latest, Date.now() + searchTime(input.works.length))
  const plan = await planInPool(workers, { input, seconds: matrix?.seconds ?? null, ordered, deadline, latest }, userId)
  if (dayPlanner && !ordered) notices.push(`${dayPlanner.name} ei vastaa. Ehdotus on laskettu Kuormassa.`)
  else if (dayPlanner && !plan.isTaken && plan.skipped.length === 0)
    notices.push(`Palvelun ${dayPlanner.name} ehdotus ei kelvannut. Ehdotus on laskettu Kuormassa.`)
  const planned = withoutShifts(input, new Set(plan.skipped))
  return { plan, planned, travel: matrix ? travelOn(points, matrix, travel) : otherwise, notice: notices.join(' ') }
}

const orNull = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof RoadsFailed) return null
    throw error
  })

type Task = Parameters<typeof planInWorker>[0]

async function planInPool(workers: WorkerPool, task: Task, fairKey: string): Promise<ReturnType<typeof planInWorker>> {
  try {
    return await workers.run<typeof planInWorker>(program, task, { timeoutSeconds, fairKey })
  } catch (error) {
    if (!(error instanceof WorkerFailure)) throw error
    throw new RequestFault({ kind: 'unavailable', detail: 'Ehdotusta ei ehditty laskea. Yritä hetken kuluttua uudelleen.' })
  }
}

/** By the matrix of the points; between other places, and where no road leads, by `otherwise`. */
function travelOn(points: readonly Point[], { size, metres, seconds }: RoadMatrix, otherwise: Travel): Travel {
  const indexes = new Map(points.map((point, index) => [gridPoint(point).join(), index]))
  const indexOf = (point: Point): number => indexes.get(gridPoint(point).join()) ?? Number.NaN
  return (from, to) => {
    const cell = indexOf(from) * size + indexOf(to)
    const leg = { metres: metres[cell] ?? Number.NaN, seconds: seconds[cell] ?? Number.NaN }
    return Number.isFinite(leg.metres) && Number.isFinite(leg.seconds) ? leg : otherwise(from, to)
  }
}
