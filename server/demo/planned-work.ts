import type { Row } from '#domain/registry.ts'
import { addDays, weekdayOf } from '#domain/values/time.ts'
import type { Book, Deed } from './book.ts'
import type { Company, Driver } from './company.ts'

/** Something that an administrator did so many days from today. */
export type DeedAt = (days: number, hours?: number) => Deed

/** Recurring jobs, routes, and two weeks of shifts: this week's published, next week's still being planned. */
export function addPlannedWork(book: Book, company: Company, today: number, deedAt: DeedAt): void {
  addRecurringJobs(book, company, today, deedAt(-90))
  const routes = addRoutes(book, company, today, deedAt(-150))
  const workRoutes = addWorkRoutes(book, company, routes, deedAt(-149))
  addShifts(book, company, workRoutes, today, deedAt)
}

const workingWeek = [1, 2, 3, 4, 5]

function addRecurringJobs(book: Book, company: Company, today: number, deed: Deed): void {
  company.customers
    .filter(({ hourlyPrices }) => hourlyPrices.length > 0)
    .slice(0, 5)
    .forEach(({ row, hourlyPrices: [price], pickups: [pickup] }, index) => {
      if (!price || !pickup) return
      book.add(
        'tuntituote_toisto',
        {
          name: 'Jakelukierros',
          selite: 'Jakelukierros myymälöihin',
          asiakas: row.id,
          tuntituote_tyyppi: price.tuntituote_tyyppi,
          tuntituote_instanssi: price.id,
          viikonpaivat: index === 0 ? workingWeek : [1 + (index % 5), 3],
          tila: index === 4 ? 'odottaa' : 'aktiivinen',
          nouto_osoite: pickup.address.id,
          nouto_nimi: pickup.address.name,
          nouto_osoite1: pickup.address.field_osoite_1,
          nouto_postinro: pickup.address.field_postinumero,
          nouto_postitmp: pickup.address.field_postitoimipaikka,
          aktivointipaiva: addDays(today, -90),
        },
        deed,
      )
    })
}

const routeNames = ['Pirkanmaan kierros', 'Pääkaupunkiseutu', 'Hämeen linja', 'Lounais-Suomi'] as const

function addRoutes(book: Book, company: Company, today: number, deed: Deed): Row<'reitti'>[] {
  return routeNames.map((name, index) => {
    const customers = company.customers.slice(index * 3, index * 3 + 3)
    const driver = company.drivers[index]
    return book.add(
      'reitti',
      {
        name,
        reittinro: String(101 + index),
        viikonpaivat: index === 3 ? [2, 4] : workingWeek,
        laskutuspaivat: index % 2 === 0 ? ['t'] : ['15', 't'],
        hinta: 180,
        hinnat: Object.fromEntries(customers.map(({ row }, nth) => [row.id, 55 + nth * 7.5])),
        asiakkaat: customers.map(({ row }) => row.id),
        osoitteet: customers.flatMap(({ deliveries }) => deliveries.slice(0, 2).map(({ address }) => address.id)),
        kuljettaja: driver?.id ?? null,
        auto: driver?.car ?? null,
        aktivointipaiva: addDays(today, -150),
      },
      deed,
    )
  })
}

const colours = ['#1f7a8c', '#bf6f00', '#6a4c93', '#2e7d32', '#ad1457', '#37474f', '#0277bd', '#8d6e63'] as const

/** The first drivers drive the routes, the others a round of their own. */
function addWorkRoutes(book: Book, company: Company, routes: readonly Row<'reitti'>[], deed: Deed): Row<'tyoreitti'>[] {
  return company.drivers.slice(0, colours.length).map((driver, index) => {
    const route = routes[index]
    const own = { kuljettaja: driver.id, auto: driver.car, color: colours[index] ?? '#ffffff', kesto: 480 }
    const reittinro = route?.reittinro ?? String(201 + index)
    return book.add('tyoreitti', { name: route?.name ?? `Jakelu ${index + 1}`, reittinro, ...own, vakioreitti: route?.id ?? null }, deed)
  })
}

function shiftOf(driver: Driver, index: number, day: number, workRoute: Row<'tyoreitti'> | undefined): Partial<Row<'tyovuoro'>> {
  const kuljettaja = driver.id
  // One is on holiday, one ill this Monday and Tuesday.
  if (index === 11) return { kuljettaja, tyyppi: 'LOMA' }
  if (index === 6 && day < 2) return { kuljettaja, tyyppi: 'SAIRASLOMA' }
  if (day % 7 > 4) return { kuljettaja, tyyppi: 'VAPAA' }
  return { kuljettaja, tyyppi: 'TYOVUORO', kesto: 480, auto: driver.car, tyoreitti: workRoute ? [workRoute.id] : [] }
}

function addShifts(book: Book, company: Company, workRoutes: readonly Row<'tyoreitti'>[], today: number, deedAt: DeedAt): void {
  const weekday = weekdayOf(today)
  const monday = addDays(today, 1 - weekday)
  // Last Friday.
  const planned = deedAt(-2 - weekday, 14)
  company.drivers.forEach((driver, index) => {
    for (let day = 0; day < 14; day++) {
      const shift = shiftOf(driver, index, day, workRoutes[index])
      book.add('tyovuoro', { ...shift, paiva: addDays(monday, day), tila: day < 7 ? 'PUBLISHED' : 'UNPUBLISHED' }, planned)
    }
  })
  book.add('tyovuoro_lisatieto', { paiva: addDays(monday, 2), viesti: 'Terminaalissa inventaario klo 14 alkaen' }, planned)
  book.add('tyovuoro_lisatieto', { paiva: addDays(monday, 8), viesti: 'Uuden auton esittely' }, planned)
}
