import { routeColors } from '#domain/entities/shift/route-colors.ts'
import type { Row } from '#domain/model/registry.ts'
import { addDays, mondayOf } from '#domain/values/time/time.ts'
import type { DailyWork } from './work.ts'

type Shift = Partial<Row<'tyovuoro'>>
type DemoRoute = { id: string; driver: string; car: string | null; alkuaika: number; kesto: number }
/** A day of the demo calendar: the week from this one, the weekday (0 is Monday), the driver's place among the drivers. */
type Cell = { week: number; day: number; driver: number }

const workingWeek = [1, 2, 3, 4, 5]
const standingNames = ['Pirkanmaan kierros', 'Pääkaupunkiseutu', 'Hämeen linja', 'Lounais-Suomi']
const colors = Object.keys(routeColors)
/** Drivers from this one on drive in the evening, with the cars of morning drivers. */
const firstEvening = 12
const [morning, evening] = [360, 870]
/** When a driver's shift begins, in minutes from midnight, and its length. */
export const drivingHours = (index: number) =>
  index < firstEvening ? { alkuaika: morning - (index % 3) * 30, kesto: 480 } : { alkuaika: evening, kesto: 450 }
const notes: Readonly<Record<number, string>> = {
  0: 'Ensimmäinen lastaus terminaalissa, laituri 4.',
  3: 'Lauttaliput hansikaslokerossa. Paluu samalla autolla.',
}

/** Each driver has a work route; those of the first ones come from standing routes. */
function addWorkRoutes({ history, company, today, momentAt }: DailyWork): DemoRoute[] {
  const standing = standingNames.map((name, index) => {
    const customers = company.customers.slice(index * 3, index * 3 + 3)
    const driver = company.drivers[index]
    const values = {
      ...{ name, reittinro: String(101 + index), hinta: 180, kuljettaja: driver?.userId ?? null, auto: driver?.car ?? null },
      viikonpaivat: index === 3 ? [2, 4] : workingWeek,
      laskutuspaivat: index % 2 === 0 ? ['t' as const] : ['15' as const, 't' as const],
      hinnat: Object.fromEntries(customers.map(({ id }, nth) => [id, 55 + nth * 7.5])),
      asiakkaat: customers.map(({ id }) => id),
      osoitteet: customers.flatMap(({ deliveries }) => deliveries.slice(0, 2).map(({ address }) => address)),
      // Its orders are made from today on; the past ones are not part of the demo company.
      ...{ tila: 'arkistoitu' as const, aktivointipaiva: today },
    }
    const vakioreitti = history.add('reitti', values, momentAt(-150))
    if (index < 2) history.update('reitti', { id: vakioreitti, tila: 'aktiivinen' }, momentAt(-1, 15))
    return { vakioreitti, name, reittinro: values.reittinro }
  })
  return company.drivers.map(({ userId: driver, car }, index) => {
    const name = index < firstEvening ? `Jakelu ${index + 1}` : `Iltajakelu ${index - firstEvening + 1}`
    const route = standing[index] ?? { name, reittinro: String(201 + index) }
    const values = {
      ...{ ...route, ...drivingHours(index), kuljettaja: driver, auto: car, jarjestys: index + 1 },
      ...{ color: colors[index % colors.length] ?? '', lisatiedot: { value: notes[index] ?? '' } },
    }
    return { id: history.add('tyoreitti', values, momentAt(-149)), driver, car, ...drivingHours(index) }
  })
}

const away = (tyyppi: Row<'tyovuoro'>['tyyppi']): Shift => ({ tyyppi })
const isWeekend = (day: number): boolean => day > 4

const workingDays = [0, 1, 2, 3, 4]
/** Drives the route of a driver, with its car or that of another driver's route. */
type Driving = { route: number; carOf?: number }
type Exception = { driver: number; weeks: readonly number[]; days: readonly number[]; shift: Shift | Driving }

/** What makes the calendar alive: absences, substitutes, Saturdays, and in next week's plan something to be corrected. */
const exceptions: readonly Exception[] = [
  { driver: 11, weeks: [0], days: workingDays, shift: away('LOMA') },
  { driver: 6, weeks: [0], days: [0, 1], shift: away('SAIRASLOMA') },
  { driver: 5, weeks: [-2], days: [0, 1, 2], shift: away('SAIRASLOMA') },
  { driver: 9, weeks: [0], days: [0], shift: away('EI_AJOA') },
  { driver: 13, weeks: [-3, 0], days: [4], shift: { ...away('KOULUTUS'), alkuaika: 480, kesto: 420 } },
  // The route of the driver on holiday.
  { driver: 14, weeks: [0], days: workingDays, shift: { route: 11 } },
  // A route that has no driver next week.
  { driver: 3, weeks: [1], days: workingDays, shift: away('LOMA') },
  // More than 80 hours in two weeks.
  { driver: 8, weeks: [-1, 0, 1], days: [5], shift: { route: 8 } },
  // Too short a rest: Tuesday's evening before Wednesday's morning.
  { driver: 2, weeks: [1], days: [1], shift: { route: 13 } },
  { driver: 13, weeks: [1], days: [1], shift: away('VAPAA') },
  // The car that another driver has in the morning.
  { driver: 7, weeks: [1], days: [3], shift: { route: 7, carOf: 4 } },
]

function drivingOf({ route, carOf = route }: Driving, routes: readonly DemoRoute[]): Shift {
  const driven = routes[route]
  return driven ? { tyoreitti: [driven.id], auto: routes[carOf]?.car ?? null } : {}
}

const exceptionOf = ({ week, day, driver }: Cell): Exception | undefined =>
  exceptions.find((one) => one.driver === driver && one.weeks.includes(week) && one.days.includes(day))

/** Whether the driver drives on the day. */
export function isDrivingDay(cell: Cell): boolean {
  const exception = exceptionOf(cell)
  return exception ? 'route' in exception.shift : !isWeekend(cell.day)
}

function shiftOf({ week, day, driver }: Cell, routes: readonly DemoRoute[]): Shift {
  const exception = exceptionOf({ week, day, driver })
  if (exception) return 'route' in exception.shift ? drivingOf(exception.shift, routes) : exception.shift
  return isWeekend(day) ? away('VAPAA') : drivingOf({ route: driver }, routes)
}

const [firstWeek, lastWeek] = [-4, 3]
const lastPlanned = 1

/**
 * Eight weeks of shifts: this week's and those before are published, next week's are planned, and of the last two weeks there are only the
 * days off that have been agreed.
 */
export function addPlannedShifts(work: DailyWork): void {
  const { history, company, today, momentAt } = work
  const routes = addWorkRoutes(work)
  const monday = mondayOf(today)
  for (let week = firstWeek; week <= lastWeek; week++) {
    const published = { ...momentAt(0), at: addDays(monday, Math.min(week, lastPlanned - 1) * 7 - 3) + 14 * 3600 }
    const tila = week <= 0 ? ('PUBLISHED' as const) : ('UNPUBLISHED' as const)
    for (const [driver, { userId: kuljettaja }] of company.drivers.entries())
      for (let day = 0; day < 7; day++) {
        const shift = shiftOf({ week, day, driver }, routes)
        if (week > lastPlanned && !(driver < 4 && isWeekend(day))) continue
        history.add('tyovuoro', { ...shift, kuljettaja, paiva: addDays(monday, week * 7 + day), tila }, published)
      }
  }
  const note = (day: number, viesti: string) =>
    history.add('tyovuoro_lisatieto', { paiva: addDays(monday, day), viesti }, { ...momentAt(0), at: addDays(monday, -3) + 14 * 3600 })
  note(2, 'Terminaalissa inventaario klo 14 alkaen')
  note(8, 'Uuden auton esittely')
  note(11, 'Lauantaina kolme lisävuoroa')
}
