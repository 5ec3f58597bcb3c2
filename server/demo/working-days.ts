import { noRecording, type Recording } from '#domain/entities/worktime/recording.ts'
import type { TaskType } from '#domain/entities/worktime/task-types.ts'
import { payPeriodOf } from '#domain/features/worktime/pay-period.ts'
import { daysBetween } from '#domain/values/time/helsinki-clock.ts'
import { addDays, atTime, mondayOf, weekdayOf } from '#domain/values/time/time.ts'
import type { Moment } from './history.ts'
import { type Random, seededRandom } from './random.ts'
import { drivingHours, isDrivingDay } from './shifts.ts'
import { placesOf, type TaskPlace } from './task-places.ts'
import type { DailyWork } from './work.ts'

const seed = 20_260_105
/** About four months, in whole periods of two weeks. */
const periods = 8
const periodDays = 14
/** A Monday on which a period begins, as the settings have it by default. */
const someDayOfPeriods = 1_767_564_000
const minute = 60

type Piece = { tyyppi: TaskType; minutes: number }
type Driver = { userId: string; car: string; index: number }
/** A recorded day; `end` is 0 while it is open. */
type Day = { id: string; driver: Driver; start: number; end: number; tasks: DayTask[] }
type DayTask = { id: string; tyyppi: TaskType; alkuaika: number } & Partial<TaskPlace>

/** A round: goods are loaded, driven and unloaded at some doors, sometimes after waiting. */
function round(random: Random, doors: number): Piece[] {
  const stops = Array.from({ length: doors }, (): Piece[] => [
    { tyyppi: 'AJO', minutes: random.between(40, 85) },
    ...(random.chance(0.15) ? [{ tyyppi: 'ODOTUS', minutes: random.between(10, 25) } as const] : []),
    { tyyppi: 'PURKU', minutes: random.between(20, 40) },
  ])
  return [{ tyyppi: 'LASTAUS', minutes: random.between(30, 50) }, ...stops.flat(), { tyyppi: 'AJO', minutes: random.between(25, 50) }]
}

const lastTasks: readonly TaskType[] = ['TANKKAUS', 'PESU', 'MUU']

/** A usual day of about eight and a half hours; a long one has one more round. */
function usualDay(random: Random, isLong: boolean): Piece[] {
  return [
    { tyyppi: 'MUU', minutes: random.between(8, 15) },
    ...round(random, random.chance(0.6) ? 2 : 1),
    { tyyppi: 'TAUKO', minutes: random.between(30, 45) },
    ...round(random, 1),
    ...(isLong ? [{ tyyppi: 'TAUKO', minutes: 15 } as const, ...round(random, 1)] : []),
    { tyyppi: random.pick(lastTasks), minutes: random.between(8, 20) },
  ]
}

/** Days on which a limit is passed: by the day of the current period (0 is its first Monday) and the driver's place. */
const longDrive: readonly Piece[] = [
  { tyyppi: 'MUU', minutes: 10 },
  { tyyppi: 'LASTAUS', minutes: 35 },
  { tyyppi: 'AJO', minutes: 295 },
  { tyyppi: 'PURKU', minutes: 40 },
  { tyyppi: 'TAUKO', minutes: 45 },
  { tyyppi: 'AJO', minutes: 190 },
  { tyyppi: 'MUU', minutes: 15 },
]
const longDay: readonly Piece[] = [
  { tyyppi: 'MUU', minutes: 15 },
  { tyyppi: 'LASTAUS', minutes: 60 },
  { tyyppi: 'AJO', minutes: 230 },
  { tyyppi: 'TAUKO', minutes: 45 },
  { tyyppi: 'ODOTUS', minutes: 120 },
  { tyyppi: 'PURKU', minutes: 70 },
  { tyyppi: 'AJO', minutes: 240 },
  { tyyppi: 'PESU', minutes: 30 },
]
const breaches: Readonly<Record<string, readonly Piece[]>> = {
  '-14 3': longDrive,
  '-12 1': longDay,
  '-9 6': longDrive,
  '0 2': longDrive,
  '-10 4': longDay,
}

/** Places are kept so long, and every third driver has not consented to them (rules/worktime.md#places). */
const placesKept = 90
const hasConsented = ({ index }: Driver): boolean => index % 3 !== 2

const isWeekend = (at: number): boolean => weekdayOf(at) > 5

function dayOf(random: Random, driver: Driver, { day, pieces }: { day: number; pieces: readonly Piece[] }): Day {
  const { alkuaika } = drivingHours(driver.index)
  const start = atTime(day, Math.floor(alkuaika / 60), alkuaika % 60) + random.between(-10, 12) * minute
  let at = start
  const tasks = pieces.map(({ tyyppi, minutes }) => {
    const task = { id: random.uuid(), tyyppi, alkuaika: at }
    at += minutes * minute
    return task
  })
  return { id: random.uuid(), driver, start, end: at, tasks }
}

/** What has happened of a day until now; null when it has not begun. */
function until(day: Day, now: number): Day | null {
  if (day.start >= now) return null
  return day.end < now ? day : { ...day, end: 0, tasks: day.tasks.filter(({ alkuaika }) => alkuaika <= now) }
}

const stampOf = (aika: number) => ({ aika, laitteen_aika: 0, laitteen_ero: null, saapui: aika })
const recordingOf = ({ start, end, tasks }: Day): Recording => ({
  ...noRecording,
  alku: stampOf(start),
  loppu: end > 0 ? stampOf(end) : null,
  tehtavat: tasks.map(({ id, tyyppi, alkuaika }) => ({ ...stampOf(alkuaika), id, tyyppi })),
})

function addDay({ history }: DailyWork, day: Day, moment: Moment): void {
  const { id, driver, start, end, tasks } = day
  const values = { id, kuljettaja: driver.userId, auto: driver.car, alkuaika: start, loppuaika: end, alkuperainen: recordingOf(day) }
  history.addWithId('tyovuoro_kirjaus', values, moment)
  for (const task of tasks) history.addWithId('tyovuoro_kirjaus_tehtava', { ...task, tyovuoro_kirjaus: id }, moment)
}

/**
 * Four months of the drivers' working days. Those before the current period are checked and sent to payroll, those of its first days are checked, and
 * today's are open. The driver `kuljettaja` asks for a correction.
 */
export function addWorkingDays(work: DailyWork, now: number): void {
  const { company, today } = work
  const random = seededRandom(seed)
  const { min: current } = payPeriodOf(now, someDayOfPeriods)
  const first = addDays(current, -periods * periodDays)
  const monday = mondayOf(today)
  const drivers = company.drivers.map(({ userId, car }, index): Driver => ({ userId, car, index }))
  // Of their own, so that the days are the same with places and without.
  const placeRandom = seededRandom(seed + 1)
  const withPlaces = (one: Day): Day => {
    if (one.start < addDays(today, -placesKept) || !hasConsented(one.driver)) return one
    const places = placesOf(placeRandom, one.tasks)
    return { ...one, tasks: one.tasks.map((task, index) => ({ ...task, ...places[index] })) }
  }
  const made: Day[] = []
  for (let day = first; day <= today; day = addDays(day, 1)) {
    const days = drivers.flatMap((driver) => {
      const week = Math.floor(daysBetween(monday, day) / 7)
      const isAtWork = isDrivingDay({ week, day: weekdayOf(day) - 1, driver: driver.index }) && !random.chance(isWeekend(day) ? 0 : 0.04)
      const pieces = breaches[`${daysBetween(current, day)} ${driver.index}`] ?? usualDay(random, random.chance(0.12))
      const happened = isAtWork ? until(dayOf(random, driver, { day, pieces }), now) : null
      return happened ? [withPlaces(happened)] : []
    })
    // The weeks that have been sent are saved whole, for speed; evening shifts end in the night.
    const last = payPeriodOf(day, someDayOfPeriods).max < sentUntil(today) ? addDays(mondayOf(day), 6) : day
    const saved = { by: null, at: Math.min(now, addDays(last, 1) + 4 * 3600) }
    for (const one of days) addDay(work, one, saved)
    made.push(...days)
  }
  checkDays(work, made, now)
  askForCorrection(work, made, now)
}

/** The periods that ended before this day have been sent to payroll. */
const sentUntil = (today: number): number => addDays(today, -4)

/**
 * The administrator checks the days of a period on the Monday after it and sends them to payroll, and those of a later period until the day before
 * yesterday. A period that has ended in these days waits to be sent.
 */
function checkDays({ history, today, momentAt }: DailyWork, made: readonly Day[], now: number): void {
  const by = momentAt(0).by
  const checkedUntil = addDays(today, -2)
  for (const { id, start, end } of made) {
    if (end === 0 || start >= checkedUntil) continue
    const { max } = payPeriodOf(start, someDayOfPeriods)
    const isSent = max < sentUntil(today)
    const at = isSent ? atTime(addDays(max, 1), 9) : atTime(addDays(today, -1), 10)
    if (at > now) continue
    history.update('tyovuoro_kirjaus', { id, tarkistettu: true, ...(isSent ? { lahetetty: true } : {}) }, { by, at })
  }
}

/** The driver has forgotten to record the break of the last whole day. */
function askForCorrection({ history, company: { drivers } }: DailyWork, made: readonly Day[], now: number): void {
  const [driver] = drivers
  const day = made.findLast((one) => one.driver.index === 0 && one.end > 0 && one.end < now)
  const before = day?.tasks.find(({ tyyppi }) => tyyppi === 'TAUKO')
  if (!driver || !day || !before) return
  const tyotehtavat = day.tasks.map(({ tyyppi, alkuaika }) => {
    return { tyyppi, alkuaika: alkuaika === before.alkuaika ? alkuaika - 15 * minute : alkuaika }
  })
  const request = {
    ...{ tyovuoro_kirjaus: day.id, kuljettaja: driver.userId, ehdotus: { tyotehtavat } },
    perustelu: 'Unohdin vaihtaa tauolle ajoissa. Tauko alkoi 15 minuuttia aikaisemmin.',
  }
  history.add('tyoaika_korjauspyynto', request, { by: driver, at: Math.min(now, atTime(addDays(day.start, 1), 6)) })
}
