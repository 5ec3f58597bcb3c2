import type { Viewer } from '#domain/access/roles.ts'
import type { Row } from '#domain/model/registry.ts'
import { addDays, atTime } from '#domain/values/time/time.ts'
import { addCustomer, type DemoCustomer, placeIn } from './customer.ts'
import type { History, Moment } from './history.ts'
import { addUser } from './people.ts'
import { towns } from './places.ts'
import { addGeneralProducts, type DemoProduct } from './products.ts'

export type DemoDriver = Viewer & { fullName: string; car: string }
export type DemoCompany = {
  administrators: readonly [Viewer, Viewer]
  drivers: DemoDriver[]
  /** Ids of all cars. */
  cars: string[]
  customers: DemoCustomer[]
  products: DemoProduct[]
  /** Ids of the terminals' addresses. */
  terminals: string[]
  /** Ids of the hourly types, which the migrations make. */
  hourlyTypes: readonly string[]
}
export type CompanySize = { customers: number; drivers: number; cars: number; customerUsers: number }
export type CompanyOptions = {
  size: CompanySize
  today: number
  /** Gives sign-in names, so that a second company fits into the same database. */
  named: (base: string) => string
  /** The letters of the cars' plates. */
  series: string
}

/** The size that the demo company has. */
export const demoSize: CompanySize = { customers: 40, drivers: 15, cars: 12, customerUsers: 12 }

/** The four of the first migration, with the prices that the demo haulier charges. */
const hourlyTypePrices = [
  { id: '00000000-0000-4000-8000-000000000001', hinta_h: 62, hinta_km: 1.2, hinta_kpl: 10 },
  { id: '00000000-0000-4000-8000-000000000002', hinta_h: 68, hinta_km: 1.35, hinta_kpl: 12 },
  { id: '00000000-0000-4000-8000-000000000003', hinta_h: 79, hinta_km: 1.6, hinta_kpl: 14 },
  { id: '00000000-0000-4000-8000-000000000004', hinta_h: 55, hinta_km: 1, hinta_kpl: 8 },
] as const
const terminalTowns = ['33960', '01740', '90400', '40320']
const models = [
  'Volvo FH 500',
  'MB Atego 1224',
  'MB Antos 2542',
  'Scania R 450',
  'Iveco Daily pullakaappi',
  'MB Atego 1530',
  'Volvo FL 280',
  'MB Sprinter',
]
/** The haulier's own host; .example belongs to nobody. */
const host = 'kuorma.example'
const numbered = (base: string, index: number): string => (index === 0 ? base : `${base}${index + 1}`)
const indices = (length: number): number[] => Array.from({ length }, (_, index) => index)

/** The haulier with its people, cars and customers. */
export function addCompany(history: History, { size, today, named, series }: CompanyOptions): DemoCompany {
  const { random } = history
  const start: Moment = { by: null, at: atTime(addDays(today, -400), 9) }
  const addAdministrator = (index: number) =>
    addUser(history, { name: named(numbered('yllapito', index)), host, roles: ['yllapito'] }, start)
  const administrators = [addAdministrator(0), addAdministrator(1)] as const
  const moment: Moment = { by: administrators[0], at: atTime(addDays(today, -390), 10) }

  // One inspection within a week and one within a month, so that there is something to remind of; likewise two drivers' cards.
  const inspection = (index: number) => (index === 3 ? 6 : index === 7 ? 27 : random.between(45, 360))
  const cars = indices(size.cars).map((index) => {
    const rekisterinumero = `${series}-${101 + index * 7}`
    const ids = { kustannuspaikka: String(4100 + index), mapon_id: String(510_220 + index * 13) }
    const seuraava_katsastus = addDays(today, inspection(index))
    return history.add('auto', { name: models[index % models.length] ?? '', rekisterinumero, ...ids, seuraava_katsastus }, moment)
  })
  const addDriver = (role: 'kuljettaja' | 'huolto', index: number) => {
    const cardDays = index === 4 ? 21 : index === 9 ? 6 : random.between(90, 1500)
    const card = {
      field_extra: index > 0 && index % 7 === 6,
      field_ammattipatevyys_voimassa: addDays(today, index === 2 ? 40 : random.between(120, 1700)),
      field_digipiirturikortti_voimass: addDays(today, cardDays),
    }
    return addUser(history, { name: named(numbered(role, index)), host, roles: [role], card }, moment)
  }
  const drivers = indices(size.drivers).map((index) => ({ ...addDriver('kuljettaja', index), car: cars[index % cars.length] ?? '' }))
  addDriver('huolto', 0)

  const terminals = towns
    .filter(({ code }) => terminalTowns.includes(code))
    .map((town) => {
      const tyyppi: Row<'postiosoite'>['tyyppi'] = ['nouto', 'toimitus']
      return history.add('postiosoite', { name: `Terminaali ${town.town}`, ...placeIn(random, town), tyyppi }, moment)
    })
  const products = addGeneralProducts(history, moment)
  const hourlyTypes = hourlyTypePrices.map(({ id }) => id)
  const customers = indices(size.customers).map((index) => addCustomer(history, { index, hourlyTypes }, moment))
  addCustomerUsers(history, customers.slice(0, size.customerUsers), { named, moment })
  return { administrators, drivers, cars, customers, products, terminals, hourlyTypes }
}

function addCustomerUsers(
  history: History,
  customers: readonly DemoCustomer[],
  { named, moment }: { named: CompanyOptions['named']; moment: Moment },
): void {
  for (const [index, { id, host, users }] of customers.entries()) {
    users.push(addUser(history, { name: named(numbered('asiakas', index)), host, roles: ['asiakas'], asiakas: id }, moment))
    // Of the same customer as `asiakas`: rules/access.md is best shown by the two side by side.
    if (index > 0) continue
    const roles: Viewer['roles'][number][] = ['asiakas', 'asiakas_yllapito']
    users.push(addUser(history, { name: named('asiakasyllapito'), host, roles, asiakas: id }, moment))
  }
}

const listPrices = {
  perusmaksu: 18,
  hinta_kg: 0.04,
  hinta_rullakko: 3.5,
  hinta_paketti: 1.2,
  hinta_lavapaikka: 9,
  hinta_km: 0.55,
  minimihinta: 35,
  polttoainelisa_prosentti: 7.5,
}
const agreedPrices = { perusmaksu: 15, hinta_km: 0.5, minimihinta: 30, polttoainelisa_prosentti: 6 }

/** The default list, those agreed with the first two customers, and what an hour costs. */
export function addPrices(history: History, { administrators: [by], customers }: DemoCompany, today: number): void {
  const begins = addDays(today, -380)
  const moment = { by, at: atTime(begins, 9) }
  history.add('hinnasto', { name: 'Perushinnasto', ...listPrices, voimassa_alkaen: begins }, moment)
  for (const { id, name } of customers.slice(0, 2)) {
    const own = { name: `Sopimushinnat, ${name}`, asiakas: id, voimassa_alkaen: addDays(begins, 60) }
    history.add('hinnasto', { ...listPrices, ...agreedPrices, ...own }, moment)
  }
  for (const prices of hourlyTypePrices) history.update('tuntituote_tyyppi', prices, moment)
}
