import { estimateRoad, type Point } from '../../../values/place/distance.ts'
import {
  type DayPlan,
  type DayPlanProblem,
  drivingRules,
  type PlanShipment,
  type PlanStop,
} from '../../route-optimisation/day-plan/day-plan.ts'
import type { TimeWindow, WorkStopType } from '../planned-work.ts'
import { isOtherDay } from '../window-days.ts'

// What the day plan is made of, and what its answer means on the board (rules/planning-board.md#proposal).

/** An end of some work that needs a stop on the day. */
export type ProposedEnd = { type: WorkStopType; point: Point; minutes: number; window: TimeWindow }
export type ProposedWork = {
  id: string
  kg: number
  pallets: number
  /** A pickup and its delivery, or the only end that is to be done: the delivery of goods that are on board, or an hourly job. */
  ends: readonly [ProposedEnd] | readonly [ProposedEnd, ProposedEnd]
  /** The shift that keeps the work; null when any shift may take it. */
  shift: string | null
  /** The shift that has the work now. */
  current: string | null
}
export type ProposedShift = {
  id: string
  /** From when and until when the car can work; moments. */
  begins: number
  ends: number
  /** When the driver's working day began, and when the shift before it ended; null: not known. */
  onDutySince: number
  previousEnd: number | null
  /** Seconds that the driver has driven already, in all and since the last break. */
  driven: number
  drivenSinceBreak: number
  /** Where the car is, and where it returns; null: wherever its work begins or ends. */
  from: Point | null
  to: Point | null
  /** Infinite when it is not known. */
  maxKg: number
  maxPallets: number
}
export type ProposalInput = { day: number; shifts: readonly ProposedShift[]; works: readonly ProposedWork[] }
/** The ends of the work of a shift in the order of driving. */
export type ProposedOrder = { shift: string; order: { type: WorkStopType; work: string }[] }

/** More would not fit into a worker process, and no dispatcher reads it. */
export const maxProposedWorks = 400

/** A car that leaves for one shipment more should save some driving: ten minutes. */
const carCost = 600

/** Windows are kept as they are, but one of another day, or one that has ended already, binds nothing. */
function windowIn({ day, shifts }: ProposalInput, { start, end }: TimeWindow): Pick<PlanStop, 'opens' | 'closes'> {
  const begins = Math.min(...shifts.map((shift) => shift.begins))
  const lastEnd = Math.max(...shifts.map((shift) => shift.ends))
  if (isOtherDay({ day, end: lastEnd }, { start, end })) return { opens: null, closes: null }
  return { opens: start || null, closes: end !== 0 && end > begins ? end : null }
}

/** Seconds by which a locked stop may be earlier or later than it was, so that roads measured anew do not rule it out. */
const lockedSlack = 15 * 60

/** When a locked stop is done: about when it is planned now (`begin`), within its window if it is then. */
export function lockedWindow({ start, end }: TimeWindow, begin: number): TimeWindow {
  const around = { start: begin - lockedSlack, end: begin + lockedSlack }
  const within = { start: Math.max(start, around.start), end: end === 0 ? around.end : Math.min(end, around.end) }
  return within.start <= within.end ? within : around
}

/** The places of the work and of the cars, each once, in the order of the matrix. */
export function placesOf({ works, shifts }: ProposalInput): Point[] {
  const all = [
    ...works.flatMap(({ ends }) => ends.map(({ point }) => point)),
    ...shifts.flatMap(({ from, to }) => [from ?? [], to ?? []].flat()),
  ]
  return [...new Map(all.map((point) => [placeKey(point), point])).values()]
}
const placeKey = ({ lat, lng }: Point): string => `${lat} ${lng}`

/** `seconds`: of driving between the places (`points`), row by row; estimates without it. */
export function problemOf(input: ProposalInput, seconds: Float64Array | null = null, points = placesOf(input)): DayPlanProblem {
  const indexOf = new Map(points.map((point, index) => [placeKey(point), index]))
  const placeOf = (point: Point): number => indexOf.get(placeKey(point)) ?? 0
  const stopOf = (end: ProposedEnd): PlanStop => ({
    place: placeOf(end.point),
    ...windowIn(input, end.window),
    serviceSeconds: end.minutes * 60,
  })
  /** The end that is elsewhere: at the same place, at any time, in no time. */
  const nothingAt = ({ place }: PlanStop): PlanStop => ({ place, opens: null, closes: null, serviceSeconds: 0 })
  const indexes = new Map(input.shifts.map(({ id }, index) => [id, index]))
  const shipments = input.works.map(({ ends: [first, second], kg, pallets, shift }): PlanShipment => {
    const one = stopOf(first)
    const isDelivery = first.type === 'toimitus'
    const [pickup, delivery] = second ? [one, stopOf(second)] : isDelivery ? [nothingAt(one), one] : [one, nothingAt(one)]
    return {
      ...{ pickup, delivery, kilograms: kg, pallets },
      ...(second ? {} : { onBoard: isDelivery ? 'fromStart' : 'toEnd' }),
      shift: shift === null ? null : (indexes.get(shift) ?? null),
    }
  })
  const shifts = input.shifts.map(({ id: _, from, to, maxKg, maxPallets, ...driver }) => ({
    ...driver,
    start: from === null ? null : placeOf(from),
    end: to === null ? null : placeOf(to),
    maxKilograms: maxKg,
    maxPallets,
  }))
  return { travel: { size: points.length, costs: seconds ?? estimatedSeconds(points) }, shipments, shifts, rules: drivingRules, carCost }
}

function estimatedSeconds(points: readonly Point[]): Float64Array {
  const size = points.length
  const seconds = new Float64Array(size * size)
  for (const [row, from] of points.entries())
    for (const [column, to] of points.entries()) seconds[row * size + column] = Math.round(estimateRoad(from, to).seconds)
  return seconds
}

/** The shifts that have more than they can do: some of their work fits nowhere in the plan. */
export const overfullShifts = ({ works }: ProposalInput, { unassigned }: Pick<DayPlan, 'unassigned'>): ReadonlySet<string> =>
  new Set(unassigned.flatMap((index) => works[index]?.current ?? []))

/** Without the shifts and what they keep. Work of theirs that may move is left, for the others. */
export const withoutShifts = (input: ProposalInput, ids: ReadonlySet<string>): ProposalInput => ({
  ...input,
  shifts: input.shifts.filter(({ id }) => !ids.has(id)),
  works: input.works.filter(({ shift }) => shift === null || !ids.has(shift)),
})

/** The orders of the shifts that have work in the plan. Ends that need no stop are left out. */
export function ordersOf({ shifts, works }: ProposalInput, plan: DayPlan): ProposedOrder[] {
  return plan.routes.flatMap(({ shift, stops }) => {
    const own = shifts[shift]
    if (!own) return []
    const order = stops.flatMap(({ shipment, kind }) => {
      const work = works[shipment]
      const end = work && endAt(work, kind)
      return work && end ? [{ type: end.type, work: work.id }] : []
    })
    return [{ shift: own.id, order }]
  })
}

function endAt({ ends: [first, second] }: ProposedWork, kind: 'pickup' | 'delivery'): ProposedEnd | undefined {
  if (second) return kind === 'pickup' ? first : second
  return (first.type === 'toimitus') === (kind === 'delivery') ? first : undefined
}
