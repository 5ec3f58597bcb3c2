// https://github.com/VROOM-Project/vroom/blob/master/docs/API.md
import { z } from 'zod'
import {
  type DayPlanProblem,
  type DrivingRules,
  drivingLeft,
  type OrderedRoute,
  type PlanShift,
  type PlanStop,
  workingHours,
} from '#domain/features/route-optimisation/day-plan/day-plan.ts'
import type { DayPlanner } from './day-planner.ts'
import { type RoadService, requestJson, within } from './json-request.ts'
import { noRoad } from './vroom.ts'

const [shipmentStop, otherStep] = [z.enum(['pickup', 'delivery']), z.enum(['start', 'end', 'break'])]
const answerShape = z.object({
  code: z.literal(0),
  routes: z.array(
    z.object({
      vehicle: z.int(),
      steps: z.array(
        z.union([
          z.object({ type: shipmentStop, id: z.int() }),
          z.object({ type: z.literal('job'), id: z.int() }),
          z.object({ type: otherStep }),
        ]),
      ),
    }),
  ),
})

/** VROOM takes whole numbers: kilograms and pallet places in thousandths. */
const thousandths = (value: number): number => Math.round(value * 1000)
/** For cars whose capacity is not known. */
const unlimited = 1_000_000_000
const capacityOf = (value: number): number => (Number.isFinite(value) ? Math.floor(value * 1000 + 1e-6) : unlimited)

/** VROOM plans a day by our matrix (rules/integrations.md#maps, rules/planning-board.md#day-plan). */
export const vroomDayPlanner = ({ url, ...options }: RoadService): DayPlanner => ({
  name: 'VROOM',
  async plan(problem, limits = {}) {
    const { routes } = await requestJson(new URL(url), answerShape, { ...within(options, limits), body: bodyOf(problem) })
    return routes.map(
      ({ vehicle, steps }): OrderedRoute => ({
        shift: vehicle,
        stops: steps.flatMap((step) => ('id' in step ? stopsOf(step) : [])),
      }),
    )
  },
})

/** Of a job, both ends are at its place. */
const stopsOf = ({ type, id }: { type: 'pickup' | 'delivery' | 'job'; id: number }): OrderedRoute['stops'] =>
  (type === 'job' ? (['pickup', 'delivery'] as const) : [type]).map((kind) => ({ shipment: id, kind }))

/** Times are seconds from the beginning of the first shift. */
function bodyOf(problem: DayPlanProblem) {
  const { shipments, shifts, travel } = problem
  const hours = shifts.map((shift) => workingHours(problem, shift))
  const origin = Math.min(...hours.map(({ begins }) => begins))
  const horizon = Math.max(0, Math.ceil(Math.max(...hours.map(({ ends }) => ends)) - origin))
  // A car that may begin or end anywhere does so at a place that is no way from any other one.
  const anywhere = travel.size
  const timed = ({ place, opens, closes, serviceSeconds }: PlanStop, id: number) => ({
    id,
    location_index: place,
    service: Math.round(serviceSeconds),
    time_windows: [windowOf(opens, closes, { origin, horizon })],
  })
  const all = shipments.map((shipment, id) => ({
    ...{ shipment, id, amount: [thousandths(shipment.kilograms), thousandths(shipment.pallets)] },
    // Only the car of the shift has the skill of its number.
    skills: (shipment.shift ?? null) === null ? [] : [shipment.shift],
  }))
  return {
    vehicles: shifts.map((shift, id) => vehicleOf(shift, { id, origin, anywhere, problem })),
    shipments: all.flatMap(({ shipment: { pickup, delivery, onBoard }, id, amount, skills }) =>
      onBoard ? [] : [{ pickup: timed(pickup, id), delivery: timed(delivery, id), amount, skills }],
    ),
    // What a job delivers is on board from the start, and what it picks up stays there.
    jobs: all.flatMap(({ shipment: { pickup, delivery, onBoard }, id, amount, skills }) => {
      if (!onBoard) return []
      return [
        { ...(onBoard === 'fromStart' ? { ...timed(delivery, id), delivery: amount } : { ...timed(pickup, id), pickup: amount }), skills },
      ]
    }),
    matrices: { car: { durations: durationsOf(problem, anywhere) } },
  }
}

type Within = { origin: number; horizon: number }

const windowOf = (opens: number | null, closes: number | null, { origin, horizon }: Within): [number, number] => {
  const from = Math.max(0, Math.ceil((opens ?? origin) - origin))
  return [from, Math.max(from, Math.floor((closes ?? origin + horizon) - origin))]
}

type Numbered = { id: number; origin: number; anywhere: number; problem: DayPlanProblem }

function vehicleOf(shift: PlanShift, { id, origin, anywhere, problem }: Numbered) {
  const { rules, carCost } = problem
  const hours = workingHours(problem, shift)
  const begins = Math.ceil(hours.begins - origin)
  const ends = Math.max(begins, Math.floor(hours.ends - origin))
  const max_travel_time = Math.max(0, Math.floor(drivingLeft(problem, shift)))
  return {
    id,
    profile: 'car',
    start_index: shift.start ?? anywhere,
    end_index: shift.end ?? anywhere,
    capacity: [capacityOf(shift.maxKilograms), capacityOf(shift.maxPallets)],
    skills: [id],
    time_window: [begins, ends],
    costs: { fixed: Math.round(carCost) },
    ...(rules ? { max_travel_time, breaks: breaksOf(rules, { begins, ends, driven: shift.drivenSinceBreak ?? 0 }) } : {}),
  }
}

/** VROOM's breaks have times of day: each begins before the driving since the one before it can have become too long. */
function breaksOf({ breakAfter, breakLength }: DrivingRules, { begins, ends, driven }: { begins: number; ends: number; driven: number }) {
  const each = breakAfter + breakLength
  const first = begins + Math.max(0, Math.floor(breakAfter - driven))
  const count = Math.max(0, Math.ceil((ends - first) / each))
  return Array.from({ length: count }, (_, index) => ({
    id: index,
    service: breakLength,
    time_windows: [[Math.max(begins, first + index * each - breakAfter), first + index * each]],
  }))
}

function durationsOf({ travel: { size, costs } }: DayPlanProblem, anywhere: number): number[][] {
  const rows = Array.from({ length: size }, (_, row) => [
    ...Array.from(costs.subarray(row * size, (row + 1) * size), (value) => Math.ceil(Math.min(value, noRoad))),
    0,
  ])
  return [...rows, new Array<number>(anywhere + 1).fill(0)]
}
