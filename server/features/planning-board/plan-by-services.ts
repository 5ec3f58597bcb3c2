import type { Viewer } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import { type ProposalInput, placesOf, problemOf } from '#domain/features/planning-board/day-proposal.ts'
import { estimatedTravel, gridPoint, legKey, type Travel, travelBy } from '#domain/features/planning-board/travel.ts'
import type { DayPlan, OrderedRoute } from '#domain/features/route-optimisation/day-plan/day-plan.ts'
import type { Point, RoadEstimate } from '#domain/values/place/distance.ts'
import type { DayPlanner } from '#server/platform/ports/maps/day-planner.ts'
import { type RoadMatrix, type Roads, RoadsFailed } from '#server/platform/ports/maps/roads.ts'
import { WorkerFailure, type WorkerPool } from '#server/platform/workers/worker-pool.ts'
import type planInWorker from './plan-day.worker.ts'

type Services = { workers: WorkerPool; roads: Roads | null; dayPlanner: DayPlanner | null }
/** `travel`: by what was measured now, and otherwise as the plan was made; `notice`: a Finnish sentence about what the plan could not use. */
type Planned = { plan: DayPlan; travel: Travel; notice: string }

const program = new URL('./plan-day.worker.ts', import.meta.url)
/** Milliseconds of search: most of what is found is found in the first seconds. */
const searchTime = (works: number): number => Math.min(8000, 500 + 40 * works)
const timeoutSeconds = 30
/** More places would take the provider of roads longer than people wait. */
const maxMeasured = 300

/** Plans the day by the roads and the planner that are configured; our own estimates and search replace what does not answer. */
export async function planBy(
  { workers, roads, dayPlanner }: Services,
  { input, travel }: { input: ProposalInput; travel: Travel },
  { userId }: Viewer,
): Promise<Planned> {
  const notices: string[] = []
  const points = placesOf(input)
  const matrix = roads && points.length <= maxMeasured ? await orNull(roads.matrix(points)) : null
  if (roads && points.length > maxMeasured) notices.push(`Päivällä on yli ${maxMeasured} paikkaa. Ajoajat ovat arvioita.`)
  else if (roads && !matrix) notices.push('Reittipalvelu ei vastaa. Ajoajat ovat arvioita.')
  // The plan knows no measured legs then: what it saves would otherwise be the difference of two ways of measuring.
  const planned = roads ? estimatedTravel : travel
  const ordered = dayPlanner && (await orNull(dayPlanner.plan(problemOf(input, matrix?.seconds))))
  const plan = await planInPool(workers, { input, seconds: matrix?.seconds ?? null, ordered }, userId)
  if (dayPlanner && !ordered) notices.push(`${dayPlanner.name} ei vastaa. Ehdotus on laskettu Kuormassa.`)
  else if (dayPlanner && !plan.isTaken) notices.push(`Palvelun ${dayPlanner.name} ehdotus ei kelvannut. Ehdotus on laskettu Kuormassa.`)
  return { plan, travel: matrix ? travelBy(legsOf(points, matrix), travel) : planned, notice: notices.join(' ') }
}

const orNull = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof RoadsFailed) return null
    throw error
  })

type Task = { input: ProposalInput; seconds: Float64Array | null; ordered: OrderedRoute[] | null }

async function planInPool(workers: WorkerPool, task: Task, fairKey: string): Promise<DayPlan & { isTaken: boolean }> {
  const milliseconds = searchTime(task.input.works.length)
  try {
    return await workers.run<typeof planInWorker>(program, { ...task, milliseconds }, { timeoutSeconds, fairKey })
  } catch (error) {
    if (!(error instanceof WorkerFailure)) throw error
    throw new RequestFault({ kind: 'unavailable', detail: 'Ehdotusta ei ehditty laskea. Yritä hetken kuluttua uudelleen.' })
  }
}

function legsOf(points: readonly Point[], { size, metres, seconds }: RoadMatrix): Map<string, RoadEstimate> {
  const grid = points.map(gridPoint)
  const legs = grid.flatMap((from, row) =>
    grid.map((to, column): [string, RoadEstimate] => {
      const cell = row * size + column
      return [legKey(from, to), { metres: metres[cell] ?? Number.NaN, seconds: seconds[cell] ?? Number.NaN }]
    }),
  )
  return new Map(legs.filter(([, { metres, seconds }]) => Number.isFinite(metres) && Number.isFinite(seconds)))
}
