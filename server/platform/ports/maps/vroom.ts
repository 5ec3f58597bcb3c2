// https://github.com/VROOM-Project/vroom/blob/master/docs/API.md
import { z } from 'zod'
import { type RoadService, requestJson } from './json-request.ts'
import { RoadsFailed } from './roads.ts'
import { isPermutation, type StopOrderProblem, type StopOrderService } from './stop-order.ts'

const answerShape = z.object({
  code: z.literal(0),
  routes: z.array(z.object({ steps: z.array(z.object({ type: z.string(), id: z.int().optional() })) })),
})
/** Seconds of a missing road. VROOM's durations are whole numbers of 32 bits, and it adds them up. */
export const noRoad = 10_000_000

/** VROOM orders the stops by our matrix, so that it needs no roads of its own (rules/integrations.md#maps). */
export const vroomStopOrder = ({ url, ...options }: RoadService): StopOrderService => ({
  name: 'VROOM',
  takes: ({ start, end }) => start !== null || end !== null,
  async order(problem) {
    const { routes } = await requestJson(new URL(url), answerShape, { ...options, body: bodyOf(problem) })
    const order = routes.flatMap(({ steps }) => steps.flatMap(({ type, id }) => (type === 'job' && id !== undefined ? [id] : [])))
    if (!isPermutation(order, problem.stops)) throw new RoadsFailed('unexpected answer')
    return order
  },
})

function bodyOf({ roads, stops, start, end, serviceSeconds }: StopOrderProblem) {
  const { size, seconds } = roads
  const durations = Array.from({ length: size }, (_, row) =>
    Array.from(seconds.subarray(row * size, (row + 1) * size), (value) => Math.round(Math.min(value, noRoad))),
  )
  return {
    vehicles: [{ id: 0, profile: 'car', ...(start === null ? {} : { start_index: start }), ...(end === null ? {} : { end_index: end }) }],
    jobs: Array.from({ length: stops }, (_, id) => ({ id, location_index: id, service: Math.round(serviceSeconds[id] ?? 0) })),
    matrices: { car: { durations } },
  }
}
