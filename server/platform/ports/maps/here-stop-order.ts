// https://www.here.com/docs/category/waypoints-sequence-api
import { z } from 'zod'
import { type RoadService, requestJson } from './json-request.ts'
import { RoadsFailed } from './roads.ts'
import { isPermutation, type StopOrderProblem, type StopOrderService } from './stop-order.ts'

export const hereStopOrderService = 'https://wps.hereapi.com/v8/findsequence2'

const answerShape = z.object({
  results: z.array(z.object({ waypoints: z.array(z.object({ id: z.string(), sequence: z.int() })) })).min(1),
})

/** HERE's order of stops by truck, with the traffic of the departure (rules/integrations.md#maps). It always needs a start. */
export const hereStopOrder = ({ url, apiKey, ...options }: RoadService & { apiKey: string }): StopOrderService => ({
  name: 'HERE',
  takes: ({ start }) => start !== null,
  async order(problem) {
    const target = new URL(url)
    target.search = new URLSearchParams({ ...parametersOf(problem), apiKey }).toString()
    const { results } = await requestJson(target, answerShape, options)
    const order = (results[0]?.waypoints ?? [])
      .toSorted((a, b) => a.sequence - b.sequence)
      .flatMap(({ id }) => (id.startsWith('stop') ? [Number(id.slice('stop'.length))] : []))
    if (!isPermutation(order, problem.stops)) throw new RoadsFailed('unexpected answer')
    return order
  },
})

function parametersOf({ points, stops, start, end, serviceSeconds, departure }: StopOrderProblem): Record<string, string> {
  const at = (index: number): string => `${points[index]?.lat},${points[index]?.lng}`
  const destination = (index: number): [string, string] => {
    const service = Math.round(serviceSeconds[index] ?? 0)
    return [`destination${index + 1}`, `stop${index};${at(index)}${service > 0 ? `;st:${service}` : ''}`]
  }
  return {
    ...(start === null ? {} : { start: `start;${at(start)}` }),
    ...Object.fromEntries(Array.from({ length: stops }, (_, index) => destination(index))),
    ...(end === null ? {} : { end: `end;${at(end)}` }),
    improveFor: 'time',
    departure: departure > 0 ? new Date(departure * 1000).toISOString() : 'now',
    mode: 'fastest;truck;traffic:enabled',
  }
}
