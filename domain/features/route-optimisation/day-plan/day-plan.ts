import { breakMinutes, dailyDriving, dailyDuty, dailyRest, maxDriving } from '../../../entities/shift/driving-limits.ts'
import type { CostMatrix } from '../tour/tour.ts'

/** A pickup or a delivery. Times are seconds of one clock, such as unix seconds. */
export type PlanStop = {
  /** Row and column of the matrix. */
  place: number
  /** The time window, hard in the plan; null: any time. */
  opens: number | null
  closes: number | null
  serviceSeconds: number
}

/** Goods that one car picks up and then delivers. */
export type PlanShipment = {
  pickup: PlanStop
  delivery: PlanStop
  kilograms: number
  pallets: number
  /**
   * Goods whose other end is elsewhere: `fromStart`, they are on board when the car leaves, and the pickup is no stop; `toEnd`, they stay on board, and
   * the delivery is none.
   */
  onBoard?: 'fromStart' | 'toEnd'
  /** The index of the only shift that may take it; null or missing: any. */
  shift?: number | null
}

/** A driver's shift with a car. */
export type PlanShift = {
  /** Places where the car begins and ends; null: wherever the work is. */
  start: number | null
  end: number | null
  begins: number
  ends: number
  maxKilograms: number
  maxPallets: number
  /** When the driver's working day began, from which the longest day is counted; missing: `begins`. */
  onDutySince?: number
  /** When the driver's shift before this one ended; null or missing: not known. */
  previousEnd?: number | null
  /** Seconds that the driver has driven on the day before `begins`, and those since the last break. */
  driven?: number
  drivenSinceBreak?: number
}

/** Rules of driving and of the driver's day (rules/planning-board.md#day-plan). */
export type DrivingRules = {
  /** Seconds of driving after which a break is due, and its length. */
  breakAfter: number
  breakLength: number
  /** Most seconds of driving in a day. */
  maxDriving: number
  /** Seconds from the beginning of the working day to its end at most, and of rest before it at least. */
  maxDuty: number
  dailyRest: number
}

export type DayPlanProblem = {
  /** Seconds of driving between places; infinite where no road leads. */
  travel: CostMatrix
  shipments: readonly PlanShipment[]
  shifts: readonly PlanShift[]
  /** Null: drivers need no breaks. */
  rules: DrivingRules | null
  /** What a car that leaves at all costs, in seconds of driving. */
  carCost: number
  /** Whether as few cars as possible are used, before anything else but the shipments. */
  fewestCars?: boolean
}

/** A stop of a plan, with when the car arrives, when the work begins, and when it leaves. */
export type PlannedStop = { shipment: number; kind: 'pickup' | 'delivery'; arrival: number; begin: number; departure: number }
export type PlannedRoute = { shift: number; stops: PlannedStop[]; returns: number; drivingSeconds: number; breaks: number }
export type DayPlan = {
  /** A route for each shift that has work. */
  routes: PlannedRoute[]
  /** Shipments that no shift can take. */
  unassigned: number[]
  drivingSeconds: number
}

/** A route of another planner: the stops of a shift in their order. */
export type OrderedRoute = { shift: number; stops: { shipment: number; kind: 'pickup' | 'delivery' }[] }

export type PlanLimits = {
  /** When the search ends, by the clock. */
  deadline: number
  /** Milliseconds that only grow. */
  clock: () => number
  /** 0 ≤ x < 1 */
  random: () => number
  /** Rounds after which the search ends even when there is time. */
  maxRounds?: number
}

/** The law's limits, in seconds. */
export const drivingRules: DrivingRules = {
  ...{ breakAfter: maxDriving, breakLength: breakMinutes * 60, maxDriving: dailyDriving * 60 },
  ...{ maxDuty: dailyDuty * 60, dailyRest: dailyRest.regular * 60 },
}

/** When the car may leave and must have returned: within the shift, the longest working day, and after the daily rest. */
export function workingHours({ rules }: Pick<DayPlanProblem, 'rules'>, shift: PlanShift): { begins: number; ends: number } {
  const { begins, ends, onDutySince = begins, previousEnd = null } = shift
  if (!rules) return { begins, ends }
  return {
    begins: previousEnd === null ? begins : Math.max(begins, previousEnd + rules.dailyRest),
    ends: Math.min(ends, onDutySince + rules.maxDuty),
  }
}

/** Seconds that the driver may still drive. */
export const drivingLeft = ({ rules }: Pick<DayPlanProblem, 'rules'>, { driven = 0 }: PlanShift): number =>
  rules ? rules.maxDriving - driven : Number.POSITIVE_INFINITY
