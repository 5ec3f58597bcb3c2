import type { Viewer } from '#domain/access/roles.ts'
import type { VehicleClass } from '#domain/entities/car/vehicle-classes.ts'
import { formatDate } from '#domain/values/time/helsinki-clock.ts'
import { addDays, atTime, dayOf, midnightOf } from '#domain/values/time/time.ts'
import { addCustomer, placeIn } from './customer.ts'
import type { History, Moment } from './history.ts'
import { addUser } from './people.ts'
import { towns } from './places.ts'
import { addGeneralProducts } from './products.ts'

export type DemoCompany = ReturnType<typeof addCompany>
export type DemoDriver = DemoCompany['drivers'][number]
export type CompanySize = { customers: number; drivers: number; cars: number; customerUsers: number }
export type CompanyOptions = {
  size: CompanySize
  today: number
  /** Gives sign-in names that are unique when the database has a second company. */
  named: (base: string) => string
  /** The letters of the cars' plates. */
  series: string
}

/** The size that the demo company has. */
export const demoSize: CompanySize = { customers: 40, drivers: 15, cars: 12, customerUsers: 12 }

/** The four hourly types of the first migration, with the prices of the demo haulier. */
const hourlyTypePrices = [
  { id: '00000000-0000-4000-8000-000000000001', hinta_h: 62, hinta_km: 1.2, hinta_kpl: 10 },
  { id: '00000000-0000-4000-8000-000000000002', hinta_h: 68, hinta_km: 1.35, hinta_kpl: 12 },
  { id: '00000000-0000-4000-8000-000000000003', hinta_h: 79, hinta_km: 1.6, hinta_kpl: 14 },
  { id: '00000000-0000-4000-8000-000000000004', hinta_h: 55, hinta_km: 1, hinta_kpl: 8 },
]
/** Models with what they carry, kg and pallet places, and their class. */
const carModels: readonly { name: string; kantavuus: number; lavapaikat: number; ajoneuvoluokka: VehicleClass }[] = [
  { name: 'Volvo FH 500', kantavuus: 24_500, lavapaikat: 33, ajoneuvoluokka: 'yhdistelma' },
  { name: 'MB Atego 1224', kantavuus: 5_200, lavapaikat: 15, ajoneuvoluokka: 'kuorma_auto_17' },
  { name: 'MB Antos 2542', kantavuus: 13_800, lavapaikat: 21, ajoneuvoluokka: 'kuorma_auto' },
  { name: 'Scania R 450', kantavuus: 24_000, lavapaikat: 33, ajoneuvoluokka: 'yhdistelma' },
  { name: 'Iveco Daily pullakaappi', kantavuus: 1_150, lavapaikat: 5, ajoneuvoluokka: 'pakettiauto' },
  { name: 'MB Atego 1530', kantavuus: 7_400, lavapaikat: 18, ajoneuvoluokka: 'kuorma_auto_17' },
  { name: 'Volvo FL 280', kantavuus: 7_900, lavapaikat: 18, ajoneuvoluokka: 'kuorma_auto_17' },
  { name: 'MB Sprinter', kantavuus: 1_050, lavapaikat: 4, ajoneuvoluokka: 'pakettiauto' },
]
const terminalTowns = ['33960', '01740', '90400', '40320']
/** The haulier's own host; .example is reserved (RFC 2606). */
const host = 'kuorma.example'
const numbered = (base: string, index: number): string => (index === 0 ? base : `${base}${index + 1}`)
const indices = (length: number): number[] => Array.from({ length }, (_, index) => index)

/** The haulier with its people, cars and customers. */
export function addCompany(history: History, { size, today, named, series }: CompanyOptions) {
  const { random } = history
  const daysAhead = (days: number): number => addDays(today, days)
  const start: Moment = { by: null, at: atTime(daysAhead(-400), 9) }
  const addAdministrator = (index: number) =>
    addUser(history, { name: named(numbered('yllapito', index)), host, roles: ['yllapito'] }, start)
  const administrators = [addAdministrator(0), addAdministrator(1)] as const
  const moment: Moment = { by: administrators[0], at: atTime(daysAhead(-390), 10) }

  // One inspection within a week and one within a month, so that there are reminders; likewise two drivers' cards.
  const inspection = (index: number) => (index === 3 ? 6 : index === 7 ? 27 : random.between(45, 360))
  const cars = indices(size.cars).map((index) => {
    const rekisterinumero = `${series}-${101 + index * 7}`
    const ids = { kustannuspaikka: String(4100 + index), mapon_id: String(510_220 + index * 13) }
    const { name, ...capacity } = carModels[index % carModels.length] ?? { name: '' }
    return history.add('auto', { name, rekisterinumero, ...ids, ...capacity, seuraava_katsastus: daysAhead(inspection(index)) }, moment)
  })
  const addDriver = (role: 'kuljettaja' | 'huolto', index: number) => {
    const cardDays = index === 4 ? 21 : index === 9 ? 6 : random.between(90, 1500)
    const card = {
      field_extra: index > 0 && index % 7 === 6,
      field_ammattipatevyys_voimassa: daysAhead(index === 2 ? 40 : random.between(120, 1700)),
      field_digipiirturikortti_voimass: daysAhead(cardDays),
      henkilonumero: role === 'kuljettaja' ? String(1001 + index) : '',
    }
    return addUser(history, { name: named(numbered(role, index)), host, roles: [role], card }, moment)
  }
  const drivers = indices(size.drivers).map((index) => ({ ...addDriver('kuljettaja', index), car: cars[index % cars.length] ?? '' }))
  addDriver('huolto', 0)

  const terminals = towns
    .filter(({ code }) => terminalTowns.includes(code))
    .map((town) => {
      const place = { name: `Terminaali ${town.town}`, ...placeIn(random, town) }
      return history.add('postiosoite', { ...place, tyyppi: ['nouto', 'toimitus'] }, moment)
    })
  const products = addGeneralProducts(history, moment)
  const hourlyTypes = hourlyTypePrices.map(({ id }) => id)
  const customers = indices(size.customers).map((index) => addCustomer(history, { index, hourlyTypes }, moment))
  for (const [index, customer] of customers.slice(0, size.customerUsers).entries()) {
    const addCustomerUser = (name: string, roles: Viewer['roles'][number][]) =>
      customer.users.push(addUser(history, { name: named(name), host: customer.host, roles, asiakas: customer.id }, moment))
    addCustomerUser(numbered('asiakas', index), ['asiakas'])
    // Of the same customer as `asiakas`: together they show the differences of rules/access.md.
    if (index === 0) addCustomerUser('asiakasyllapito', ['asiakas', 'asiakas_yllapito'])
  }
  return { administrators, drivers, cars, customers, products, terminals, hourlyTypes }
}

const listPrices = {
  ...{ perusmaksu: 18, hinta_kg: 0.04, hinta_rullakko: 3.5, hinta_paketti: 1.2, hinta_lavapaikka: 9 },
  ...{ hinta_km: 0.55, minimihinta: 35, polttoainelisa_prosentti: 7.5 },
}
const agreedPrices = { perusmaksu: 15, hinta_km: 0.5, minimihinta: 30, polttoainelisa_prosentti: 6 }

/** Prices a few per cent above those of the default list, for next year. */
const nextPrices = {
  ...{ perusmaksu: 18.6, hinta_kg: 0.04, hinta_rullakko: 3.6, hinta_paketti: 1.25, hinta_lavapaikka: 9.3 },
  ...{ hinta_km: 0.57, minimihinta: 36, polttoainelisa_prosentti: 8.5 },
}

/** Adds the default price lists of now and next year, those agreed with the first three customers, one of which has ended, and hourly prices. */
export function addPrices(history: History, { administrators: [by], customers }: DemoCompany, today: number): void {
  const begins = addDays(today, -380)
  const moment = { by, at: atTime(begins, 9) }
  history.add('hinnasto', { name: 'Perushinnasto', ...listPrices, voimassa_alkaen: begins }, moment)
  for (const { id, name } of customers.slice(0, 2)) {
    const own = { name: `Sopimushinnat, ${name}`, asiakas: id, voimassa_alkaen: addDays(begins, 60) }
    history.add('hinnasto', { ...listPrices, ...agreedPrices, ...own }, moment)
  }
  const year = Number(dayOf(today).slice(0, 4)) + 1
  history.add('hinnasto', { name: `Perushinnasto ${year}`, ...nextPrices, voimassa_alkaen: midnightOf(`${year}-01-01`) }, moment)
  const [renewed] = customers.slice(2)
  if (renewed)
    for (const [days, perusmaksu] of [
      [60, 16],
      [200, 16.5],
    ] as const) {
      const starts = addDays(begins, days)
      const name = `${renewed.name}, sopimushinnat ${formatDate(starts)}`
      history.add('hinnasto', { ...listPrices, name, perusmaksu, asiakas: renewed.id, voimassa_alkaen: starts }, moment)
    }
  for (const prices of hourlyTypePrices) history.update('tuntituote_tyyppi', prices, moment)
}
