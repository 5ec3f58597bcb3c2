import type { Row } from '#domain/model/registry.ts'
import { addDays, weekdayOf } from '#domain/values/time/time.ts'
import type { DemoCompany, DemoDriver } from './company.ts'
import type { History, Moment } from './history.ts'

export type DailyWork = {
  history: History
  company: DemoCompany
  /** A midnight. */
  today: number
  /** When an administrator did something, so many days from today. */
  momentAt: (days: number, hours?: number) => Moment
}

/** Recurring jobs, routes, and two weeks of shifts: this week's published, next week's still being planned. */
export function addPlannedWork(work: DailyWork): void {
  addRecurringJobs(work)
  addShifts(work, addRoutes(work))
}

const workingWeek = [1, 2, 3, 4, 5]

function addRecurringJobs({ history, company, today, momentAt }: DailyWork): void {
  const withPrices = company.customers.filter(({ hourlyPrices }) => hourlyPrices.length > 0).slice(0, 5)
  for (const [index, { id: asiakas, hourlyPrices, pickups }] of withPrices.entries()) {
    const [[price], [pickup]] = [hourlyPrices, pickups]
    const values = {
      name: 'Jakelukierros',
      selite: 'Jakelukierros myymälöihin',
      asiakas,
      tuntituote_tyyppi: price?.type ?? null,
      tuntituote_instanssi: price?.id ?? null,
      viikonpaivat: index === 0 ? workingWeek : [1 + (index % 5), 3],
      tila: index === 4 ? ('odottaa' as const) : ('aktiivinen' as const),
      nouto_osoite: pickup?.address ?? null,
      aktivointipaiva: addDays(today, -90),
    }
    history.add('tuntituote_toisto', values, momentAt(-90))
  }
}

const routeNames = ['Pirkanmaan kierros', 'Pääkaupunkiseutu', 'Hämeen linja', 'Lounais-Suomi']
const colours = ['#1f7a8c', '#bf6f00', '#6a4c93', '#2e7d32', '#ad1457', '#37474f', '#0277bd', '#8d6e63']

/** The first drivers drive the routes, the others a round of their own. Gives the ids of the work routes. */
function addRoutes({ history, company, today, momentAt }: DailyWork): string[] {
  const routes = routeNames.map((name, index) => {
    const customers = company.customers.slice(index * 3, index * 3 + 3)
    const driver = company.drivers[index]
    const values = {
      name,
      reittinro: String(101 + index),
      viikonpaivat: index === 3 ? [2, 4] : workingWeek,
      laskutuspaivat: index % 2 === 0 ? ['t' as const] : ['15' as const, 't' as const],
      hinta: 180,
      hinnat: Object.fromEntries(customers.map(({ id }, nth) => [id, 55 + nth * 7.5])),
      asiakkaat: customers.map(({ id }) => id),
      osoitteet: customers.flatMap(({ deliveries }) => deliveries.slice(0, 2).map(({ address }) => address)),
      kuljettaja: driver?.userId ?? null,
      auto: driver?.car ?? null,
      aktivointipaiva: addDays(today, -150),
    }
    return { id: history.add('reitti', values, momentAt(-150)), name, reittinro: values.reittinro }
  })
  return company.drivers.slice(0, colours.length).map(({ userId: kuljettaja, car: auto }, index) => {
    const { name, reittinro, id } = routes[index] ?? { name: `Jakelu ${index + 1}`, reittinro: String(201 + index), id: null }
    const own = { kuljettaja, auto, color: colours[index] ?? '', kesto: 480, vakioreitti: id }
    return history.add('tyoreitti', { name, reittinro, ...own }, momentAt(-149))
  })
}

function shiftOf(
  driver: DemoDriver,
  { index, day }: { index: number; day: number },
  workRoute: string | undefined,
): Partial<Row<'tyovuoro'>> {
  const kuljettaja = driver.userId
  // One is on holiday, one ill this Monday and Tuesday.
  if (index === 11) return { kuljettaja, tyyppi: 'LOMA' }
  if (index === 6 && day < 2) return { kuljettaja, tyyppi: 'SAIRASLOMA' }
  if (day % 7 > 4) return { kuljettaja, tyyppi: 'VAPAA' }
  return { kuljettaja, tyyppi: 'TYOVUORO', kesto: 480, auto: driver.car, tyoreitti: workRoute ? [workRoute] : [] }
}

function addShifts({ history, company, today, momentAt }: DailyWork, workRoutes: readonly string[]): void {
  const weekday = weekdayOf(today)
  const monday = addDays(today, 1 - weekday)
  const lastFriday = momentAt(-2 - weekday, 14)
  for (const [index, driver] of company.drivers.entries())
    for (let day = 0; day < 14; day++) {
      const shift = shiftOf(driver, { index, day }, workRoutes[index])
      history.add('tyovuoro', { ...shift, paiva: addDays(monday, day), tila: day < 7 ? 'PUBLISHED' : 'UNPUBLISHED' }, lastFriday)
    }
  history.add('tyovuoro_lisatieto', { paiva: addDays(monday, 2), viesti: 'Terminaalissa inventaario klo 14 alkaen' }, lastFriday)
  history.add('tyovuoro_lisatieto', { paiva: addDays(monday, 8), viesti: 'Uuden auton esittely' }, lastFriday)
}
