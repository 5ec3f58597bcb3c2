import { dailyRest } from '../../entities/shift/driving-limits.ts'
import { startOfDay } from '../../values/time/time.ts'
import { isWork, overlap, periodMinutes, periodOf, type ShiftPlan, shiftClock, type TimedShift, type TimeSpan } from './shift-times.ts'
import type { ShiftWarning, ShiftWarningKind } from './shift-warning.ts'
import { type Mending, mendingOf } from './warning-mends.ts'

type Placed = TimedShift & TimeSpan

/**
 * The warnings about a plan in which some shift of the days from `min` to `max` is, by day (rules/shifts.md#warnings). The same on the server and on
 * the screen, which computes them again as the dispatcher changes the plan.
 */
export function shiftWarnings(plan: ShiftPlan, { min, max }: { min: number; max: number }): ShiftWarning[] {
  const clock = shiftClock()
  const placed = plan.shifts.map((shift): Placed => ({ ...shift, ...clock(shift) })).sort(byStart)
  const mending = mendingOf(placed, plan)
  const inRange = new Set(placed.filter(({ paiva }) => paiva >= min && paiva <= max).map(({ id }) => id))
  return [
    ...carsTwice(placed, mending),
    ...driversTwice(placed, mending),
    ...shortRests(placed, mending),
    ...expiredCards(placed, plan, mending),
    ...longPeriods(placed, plan, mending),
  ]
    .filter(({ tyovuorot }) => tyovuorot.some((id) => inRange.has(id)))
    .sort((a, b) => a.paiva - b.paiva || kinds.indexOf(a.laji) - kinds.indexOf(b.laji) || (a.avain < b.avain ? -1 : 1))
}

const kinds: readonly ShiftWarningKind[] = [
  ...(['auto_kahdesti', 'kuljettaja_kahdesti', 'lepo_alle_9', 'lepo_alle_11'] as const),
  ...(['digipiirturikortti', 'ammattipatevyys', 'yli_80_h'] as const),
]
const byStart = (a: Placed, b: Placed): number => a.start - b.start || a.end - b.end || (a.id < b.id ? -1 : 1)

type Details = Partial<Pick<ShiftWarning, 'auto' | 'minuutit' | 'rajapaiva' | 'ehdotukset' | 'paiva'>>

function warning(laji: ShiftWarningKind, shifts: readonly Placed[], details: Details = {}): ShiftWarning {
  const paiva = details.paiva ?? shifts[0]?.paiva ?? 0
  const ids = shifts.map(({ id }) => id)
  return {
    avain: [laji, paiva, ...ids].join(':'),
    laji,
    tyovuorot: ids,
    kuljettajat: [...new Set(shifts.flatMap(({ kuljettaja }) => kuljettaja ?? []))],
    ...{ auto: null, minuutit: 0, rajapaiva: 0, ehdotukset: [] },
    ...details,
    paiva,
  }
}

/** A shift without hours may be any part of its day: nobody knows that it begins before the night shift of the day before ends. */
const clash = (a: Placed, b: Placed): boolean => overlap(a, b) && (a.paiva === b.paiva || (a.kesto > 0 && b.kesto > 0))

/** The groups of shifts that lie over each other, of those sorted by start; a chain is one group. */
function overlapping(sorted: readonly Placed[]): Placed[][] {
  const groups: Placed[][] = []
  for (const shift of sorted) {
    const [group, ...others] = groups.filter((some) => some.some((one) => clash(one, shift)))
    if (!group) groups.push([shift])
    else {
      group.push(...others.flat(), shift)
      for (const other of others) other.length = 0
    }
  }
  return groups.filter(({ length }) => length > 1).map((group) => group.toSorted(byStart))
}

/** Groups by a key; null is no group. */
function groupsBy(shifts: readonly Placed[], key: (shift: Placed) => string | null): Placed[][] {
  return [...Map.groupBy(shifts, key)].flatMap(([value, group]) => (value === null ? [] : [group]))
}

/** A driver alone with a car twice is a driver twice. */
function carsTwice(placed: readonly Placed[], mending: Mending): ShiftWarning[] {
  const driving = placed.filter(({ tyyppi }) => tyyppi === 'TYOVUORO')
  return groupsBy(driving, ({ auto }) => auto).flatMap((ofCar) =>
    overlapping(ofCar)
      .filter((group) => new Set(group.map(({ kuljettaja, id }) => kuljettaja ?? id)).size > 1)
      .map((group) =>
        warning('auto_kahdesti', group, {
          auto: group[0]?.auto ?? null,
          ehdotukset: group.slice(1).flatMap((shift) => mending.car(shift)),
        }),
      ),
  )
}

/** Two shifts at work at once, or a shift at work on a day on which the driver is away. */
function driversTwice(placed: readonly Placed[], mending: Mending): ShiftWarning[] {
  return groupsBy(placed, ({ kuljettaja }) => kuljettaja).flatMap((ofDriver) => {
    const working = ofDriver.filter(isWork)
    const away = new Map(ofDriver.filter((shift) => !isWork(shift)).map((shift) => [shift.paiva, shift]))
    const onAwayDay = working.flatMap((shift) => {
      const absence = away.get(shift.paiva)
      return absence ? [[absence, shift]] : []
    })
    return [...overlapping(working), ...onAwayDay].map((group) =>
      warning('kuljettaja_kahdesti', group, {
        ehdotukset: group
          .filter(isWork)
          .slice(-1)
          .flatMap((shift) => mending.driver(shift)),
      }),
    )
  })
}

/** The work of a driver's day: the shifts of one day with known hours, the rest of which is not counted between them. */
type Duty = { shifts: Placed[]; first: Placed; last: Placed; start: number; end: number }

function dutiesOf(ofDriver: readonly Placed[]): Duty[] {
  const timed = ofDriver.filter((shift) => isWork(shift) && shift.kesto > 0)
  return [...Map.groupBy(timed, ({ paiva }) => paiva).values()].flatMap((shifts) => {
    const [first] = shifts
    const last = shifts.reduce((latest, shift) => (shift.end > latest.end ? shift : latest))
    return first ? [{ shifts, first, last, start: first.start, end: last.end }] : []
  })
}

function shortRests(placed: readonly Placed[], mending: Mending): ShiftWarning[] {
  return groupsBy(placed, ({ kuljettaja }) => kuljettaja).flatMap((ofDriver) => {
    const duties = dutiesOf(ofDriver)
    return duties.slice(1).flatMap((duty, index) => {
      const earlier = duties[index]
      if (!earlier) return []
      const rest = Math.floor((duty.start - earlier.end) / 60)
      // Shifts over each other are a warning of their own.
      if (rest < 0 || rest >= dailyRest.regular) return []
      const mends = [...mending.start(duty.first, earlier.end + dailyRest.regular * 60), ...mending.driver(duty.first)]
      return [
        warning(rest < dailyRest.reduced ? 'lepo_alle_9' : 'lepo_alle_11', [earlier.last, duty.first], {
          ...{ paiva: duty.first.paiva, minuutit: rest, ehdotukset: mends },
        }),
      ]
    })
  })
}

const cards = [
  ['digipiirturikortti', 'digipiirturikortti_voimassa'],
  ['ammattipatevyys', 'ammattipatevyys_voimassa'],
] as const

/** One warning for each card, with the shifts after its last valid day. */
function expiredCards(placed: readonly Placed[], { drivers }: ShiftPlan, mending: Mending): ShiftWarning[] {
  const shiftsOf = Map.groupBy(
    placed.filter(({ tyyppi }) => tyyppi === 'TYOVUORO'),
    ({ kuljettaja }) => kuljettaja,
  )
  return drivers.flatMap((driver) =>
    cards.flatMap(([laji, field]) => {
      if (driver[field] === 0) return []
      const lastDay = startOfDay(driver[field])
      const after = (shiftsOf.get(driver.id) ?? []).filter(({ paiva }) => paiva > lastDay)
      if (after.length === 0) return []
      return [warning(laji, after, { rajapaiva: lastDay, ehdotukset: after.slice(0, 10).flatMap((shift) => mending.driver(shift)) })]
    }),
  )
}

/** The shifts with which the period's planned work passes its limit. */
function longPeriods(placed: readonly Placed[], { periodStart }: ShiftPlan, mending: Mending): ShiftWarning[] {
  const firstDays = new Map<number, number>()
  const firstDayOf = (day: number): number => {
    const known = firstDays.get(day) ?? periodOf(day, periodStart).first
    firstDays.set(day, known)
    return known
  }
  const working = placed.filter(isWork)
  return groupsBy(working, ({ kuljettaja }) => kuljettaja).flatMap((ofDriver) =>
    [...Map.groupBy(ofDriver, ({ paiva }) => firstDayOf(paiva))].flatMap(([firstDay, shifts]) => {
      const total = shifts.reduce((sum, { kesto }) => sum + kesto, 0)
      if (total <= periodMinutes) return []
      let sum = 0
      const over = shifts.filter(({ kesto }) => {
        sum += kesto
        return sum > periodMinutes && kesto > 0
      })
      return [
        warning('yli_80_h', over, {
          minuutit: total,
          rajapaiva: firstDay,
          ehdotukset: over.slice(-1).flatMap((shift) => mending.driver(shift)),
        }),
      ]
    }),
  )
}
