import { breakMinutes, dailyDriving, dailyDuty, dailyRest, maxDriving } from '../../entities/shift/driving-limits.ts'
import type { StopType } from '../../entities/stop/stop.entity.ts'
import type { Point } from '../../values/place/distance.ts'
import type { TimeWindow } from './planned-work.ts'
import { legBetween, type Travel } from './travel.ts'
import { isOtherDay, type PlannedDay } from './window-days.ts'

// The times of a shift's stops (rules/planning-board.md#schedule). Moments are unix seconds, weights kg.

/** A piece of work at a stop: the shipment's or the hourly job's id. */
export type StopWork = {
  id: string
  type: StopType
  kg: number
  pallets: number
  window: TimeWindow
}
export type ScheduleStop = {
  id: string
  type: StopType
  point: Point | null
  /** Minutes at the stop. */
  minutes: number
  works: readonly StopWork[]
  /** All its work is done. */
  isDone: boolean
  /** When; 0 when unknown. */
  doneAt: number
}
export type ScheduleShift = {
  /** Midnight of the day. */
  day: number
  start: number
  /** 0 when the length of the shift is not known. */
  end: number
  /** The end of the driver's previous shift; 0 when there is none or its hours are not known. */
  previousEnd: number
  /** 0 when the car or its capacity is not known. */
  maxKg: number
  maxPallets: number
}
export type StopTimes = {
  id: string
  /** Driving to the stop, without the break. */
  metres: number
  seconds: number
  /** Minutes of the compulsory break on the way to the stop. */
  breakMinutes: number
  arrival: number
  /** The work begins: after the arrival when a window opens later. */
  begin: number
  departure: number
  /** Minutes of waiting for the window, and minutes after its end. */
  early: number
  late: number
  /** The load when the car leaves. */
  kg: number
  pallets: number
}
export const breachKinds = {
  myohassa: 'Myöhässä',
  etuajassa: 'Etuajassa',
  ylikuorma_kg: 'Ylikuorma',
  ylikuorma_lavat: 'Lavapaikat ylittyvät',
  lepoaika: 'Lepoaika jää lyhyeksi',
  vuoro_ylittyy: 'Vuoro ylittyy',
  ajoaika_ylittyy: 'Ajoaika ylittyy',
  tyopaiva_ylittyy: 'Työpäivä ylittyy',
  toimitus_ennen_noutoa: 'Toimitus ennen noutoa',
  auto_kahdella: 'Auto on kahdella kuljettajalla',
  eri_paiva: 'Aikaikkuna on toisena päivänä',
} as const
type ScheduleBreachKind = keyof typeof breachKinds
/** `value`: minutes, kg or pallet places too many; minutes of rest for `lepoaika`; all driving and all duty in minutes for `ajoaika_ylittyy` and `tyopaiva_ylittyy`; 0 for the others. `stop` is null for the whole shift. */
export type ScheduleBreach = { kind: ScheduleBreachKind; stop: string | null; value: number }
export type Schedule = {
  stops: StopTimes[]
  breaches: ScheduleBreach[]
  end: number
  metres: number
  seconds: number
  maxKg: number
  maxPallets: number
}

/** Article 7 of the regulation: the break may be taken in two parts, in this order. */
const breakParts = { first: 15, second: 30 } as const

const minutesBetween = (from: number, to: number): number => Math.round((to - from) / 60)

/** The driving since the last break, and how much of a break in two parts has been taken. */
type Driving = { seconds: number; firstPart: boolean }

const afterBreak = ({ seconds, firstPart }: Driving, minutes: number): Driving => {
  if (minutes >= breakMinutes || (firstPart && minutes >= breakParts.second)) return { seconds: 0, firstPart: false }
  return { seconds, firstPart: firstPart || minutes >= breakParts.first }
}

/** The compulsory breaks on a leg. A break takes 30 minutes when its first part was taken at an earlier stop. */
function breaksOn(driving: Driving, leg: number): { minutes: number; after: Driving } {
  let minutes = 0
  let { seconds, firstPart } = driving
  let left = leg
  while (seconds + left > maxDriving) {
    minutes += firstPart ? breakParts.second : breakMinutes
    left -= Math.max(0, maxDriving - seconds)
    seconds = 0
    firstPart = false
  }
  return { minutes, after: { seconds: seconds + left, firstPart } }
}

/** A window of another day is a breach; it binds nothing, as the stop cannot wait for it. */
const windowsOn = (day: PlannedDay, { works }: ScheduleStop): TimeWindow[] =>
  works.flatMap(({ window }) => (isOtherDay(day, window) ? [] : [window]))
const opens = (day: PlannedDay, stop: ScheduleStop): number => Math.max(0, ...windowsOn(day, stop).map(({ start }) => start))
const closes = (day: PlannedDay, stop: ScheduleStop): number => {
  const ends = windowsOn(day, stop).flatMap(({ end }) => (end > 0 ? [end] : []))
  return ends.length > 0 ? Math.min(...ends) : 0
}

const loads = { nouto: 1, toimitus: -1, tyo: 0, tauko: 0, muu: 0 } as const satisfies Record<StopType, number>
type Sum = 'kg' | 'pallets'
const changeOf = ({ works }: ScheduleStop, sum: Sum): number => works.reduce((total, work) => total + loads[work.type] * work[sum], 0)
/** Sums of decimals, without the noise of binary fractions. */
const rounded = (value: number): number => Math.round(value * 100) / 100

/** What is on board when the shift begins: what is delivered and not picked up on it. */
function loadAtStart(stops: readonly ScheduleStop[], sum: Sum): number {
  const picked = new Set(stops.flatMap(({ works }) => works.flatMap(({ id, type }) => (type === 'nouto' ? [id] : []))))
  const aboard = stops.flatMap(({ works }) => works.filter(({ id, type }) => type === 'toimitus' && !picked.has(id)))
  return aboard.reduce((total, work) => total + work[sum], 0)
}

type Progress = { at: number; point: Point | null; driving: Driving; hasWaited: boolean }

/** `now`: no stop that is not done is reached before it; 0 for a plan without the clock. */
export function schedule(shift: ScheduleShift, stops: readonly ScheduleStop[], { travel, now }: { travel: Travel; now: number }): Schedule {
  const times: StopTimes[] = []
  const load = { kg: loadAtStart(stops, 'kg'), pallets: loadAtStart(stops, 'pallets') }
  const most = { ...load }
  let progress: Progress = { at: shift.start, point: null, driving: { seconds: 0, firstPart: false }, hasWaited: false }
  for (const stop of stops) {
    const timed = timesAt(stop, progress, { travel, now, day: shift })
    load.kg += changeOf(stop, 'kg')
    load.pallets += changeOf(stop, 'pallets')
    most.kg = Math.max(most.kg, load.kg)
    most.pallets = Math.max(most.pallets, load.pallets)
    times.push({ ...timed.times, kg: rounded(load.kg), pallets: rounded(load.pallets) })
    progress = timed.after
  }
  const end = times.length > 0 ? progress.at : shift.start
  return {
    stops: times,
    breaches: breachesOf(shift, stops, { times, end }),
    end,
    metres: times.reduce((sum, { metres }) => sum + metres, 0),
    seconds: times.reduce((sum, { seconds }) => sum + seconds, 0),
    maxKg: rounded(most.kg),
    maxPallets: rounded(most.pallets),
  }
}

type Timing = { travel: Travel; now: number; day: PlannedDay }

function timesAt(stop: ScheduleStop, progress: Progress, { travel, now, day }: Timing) {
  const leg = legBetween(travel, progress.point, stop.point)
  const metres = Math.round(leg.metres)
  const seconds = Math.round(leg.seconds)
  const point = stop.point ?? progress.point
  const known = { id: stop.id, metres, seconds }
  if (stop.isDone) {
    const departure = Math.max(stop.doneAt || progress.at + seconds + stop.minutes * 60, progress.at)
    const arrival = Math.max(progress.at, departure - stop.minutes * 60)
    // Past driving is in the working-time records; the next break is counted from here.
    const after: Progress = { at: departure, point, driving: { seconds: 0, firstPart: false }, hasWaited: progress.hasWaited }
    return {
      times: { ...known, breakMinutes: 0, arrival, begin: arrival, departure, early: 0, late: lateBy(stop, { begin: arrival, day }) },
      after,
    }
  }
  const breaks = breaksOn(progress.driving, seconds)
  const reached = progress.at + seconds + breaks.minutes * 60
  // The first stop that is not done cannot be reached in the past.
  const arrival = progress.hasWaited ? reached : Math.max(reached, now)
  const begin = Math.max(arrival, opens(day, stop))
  const departure = begin + stop.minutes * 60
  // Waiting for a window is a break too, as in the proposal.
  const driving = afterBreak(breaks.after, minutesBetween(arrival, stop.type === 'tauko' ? departure : begin))
  return {
    times: {
      ...known,
      breakMinutes: breaks.minutes,
      arrival,
      begin,
      departure,
      early: minutesBetween(arrival, begin),
      late: lateBy(stop, { begin, day }),
    },
    after: { at: departure, point, driving, hasWaited: true },
  }
}

function lateBy(stop: ScheduleStop, { begin, day }: { begin: number; day: PlannedDay }): number {
  const end = closes(day, stop)
  return end === 0 ? 0 : Math.max(0, minutesBetween(end, begin))
}

function breachesOf(
  shift: ScheduleShift,
  stops: readonly ScheduleStop[],
  { times, end }: { times: readonly StopTimes[]; end: number },
): ScheduleBreach[] {
  const ofStops = stops.flatMap((stop, index) => {
    const timed = times[index]
    return timed ? breachesAt(shift, stop, timed) : []
  })
  const driving = Math.round(times.reduce((sum, { seconds }) => sum + seconds, 0) / 60)
  return [...breachesOfShift(shift, { end, driving }), ...ofStops, ...deliveriesBeforePickups(stops)]
}

/** `end` and `driving`: what the stops make of the day; minutes of driving. */
function breachesOfShift(
  { start, end: shiftEnd, previousEnd }: ScheduleShift,
  { end, driving }: { end: number; driving: number },
): ScheduleBreach[] {
  const rest = previousEnd === 0 ? dailyRest.regular : Math.max(0, minutesBetween(previousEnd, start))
  const over = shiftEnd === 0 ? 0 : minutesBetween(shiftEnd, end)
  const duty = minutesBetween(start, end)
  return [
    ...(rest < dailyRest.regular ? [{ kind: 'lepoaika', stop: null, value: rest } as const] : []),
    ...(over > 0 ? [{ kind: 'vuoro_ylittyy', stop: null, value: over } as const] : []),
    ...(driving > dailyDriving ? [{ kind: 'ajoaika_ylittyy', stop: null, value: driving } as const] : []),
    ...(duty > dailyDuty ? [{ kind: 'tyopaiva_ylittyy', stop: null, value: duty } as const] : []),
  ]
}

function breachesAt(shift: ScheduleShift, stop: ScheduleStop, { late, early, kg, pallets }: StopTimes): ScheduleBreach[] {
  const { maxKg, maxPallets } = shift
  const values: Partial<Record<ScheduleBreachKind, number>> = {
    myohassa: late,
    etuajassa: early,
    ylikuorma_kg: maxKg > 0 ? rounded(kg - maxKg) : 0,
    ylikuorma_lavat: maxPallets > 0 ? rounded(pallets - maxPallets) : 0,
  }
  const found = Object.entries(values).flatMap(([kind, value]): ScheduleBreach[] =>
    isBreachKind(kind) && value > 0 ? [{ kind, stop: stop.id, value }] : [],
  )
  const isOnOtherDay = !stop.isDone && stop.works.some(({ window }) => isOtherDay(shift, window))
  return isOnOtherDay ? [...found, { kind: 'eri_paiva', stop: stop.id, value: 0 }] : found
}
const isBreachKind = (kind: string): kind is ScheduleBreachKind => Object.hasOwn(breachKinds, kind)

function deliveriesBeforePickups(stops: readonly ScheduleStop[]): ScheduleBreach[] {
  const pickups = new Map(
    stops.flatMap(({ works }, index) => works.flatMap(({ id, type }) => (type === 'nouto' ? [[id, index] as const] : []))),
  )
  return stops.flatMap((stop, index): ScheduleBreach[] => {
    const isBefore = !stop.isDone && stop.works.some(({ id, type }) => type === 'toimitus' && (pickups.get(id) ?? -1) > index)
    return isBefore ? [{ kind: 'toimitus_ennen_noutoa', stop: stop.id, value: 0 }] : []
  })
}

/** The shifts whose car another driver has too: a breach of each. */
export function sharedCars(shifts: readonly { id: string; car: string | null; driver: string }[]): Set<string> {
  const byCar = Map.groupBy(
    shifts.filter(({ car }) => car !== null),
    ({ car }) => car,
  )
  return new Set(
    [...byCar.values()].flatMap((some) => (new Set(some.map(({ driver }) => driver)).size > 1 ? some.map(({ id }) => id) : [])),
  )
}
