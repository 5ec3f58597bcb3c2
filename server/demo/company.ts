import type { Row } from '#domain/registry.ts'
import { addDays, atTime } from '#domain/values/time.ts'
import type { Book } from './book.ts'
import { type Customer, makeCustomer, streetAddress } from './customer.ts'
import { addAdministrator, addCar, addCustomerUser, addDriver, type Naming } from './people.ts'
import { type Town, towns } from './places.ts'
import { makeGeneralProducts } from './products.ts'

export type Driver = { id: string; name: string; car: string }
export type Company = {
  administrators: string[]
  drivers: Driver[]
  /** Ids of all cars. */
  cars: string[]
  customers: Customer[]
  products: Row<'tuote'>[]
  terminals: { address: Row<'postiosoite'>; town: Town }[]
  /** Ids of the hourly types, which the migrations make. */
  hourlyTypes: readonly string[]
}
export type CompanySize = { customers: number; drivers: number; cars: number; customerUsers: number }

/** The size that the demo company has. */
export const demoSize: CompanySize = { customers: 40, drivers: 15, cars: 12, customerUsers: 12 }

/** The four of the first migration, with the prices that the demo haulier charges. */
export const hourlyTypePrices = [
  { id: '00000000-0000-4000-8000-000000000001', hinta_h: 62, hinta_km: 1.2, hinta_kpl: 10 },
  { id: '00000000-0000-4000-8000-000000000002', hinta_h: 68, hinta_km: 1.35, hinta_kpl: 12 },
  { id: '00000000-0000-4000-8000-000000000003', hinta_h: 79, hinta_km: 1.6, hinta_kpl: 14 },
  { id: '00000000-0000-4000-8000-000000000004', hinta_h: 55, hinta_km: 1, hinta_kpl: 8 },
] as const

const terminalTowns = ['33960', '01740', '90400', '40320'] as const

/**
 * The haulier, its people, cars and customers. `named` gives sign-in names and `series` the letters of the plates, so that a
 * second company fits into the same database.
 */
export function foundCompany(book: Book, size: CompanySize, today: number, named: Naming, series: string): Company {
  const founded = { by: null, at: atTime(addDays(today, -400), 9) }
  const administrators = [0, 1].map((index) => addAdministrator(book, index, named, founded))
  const deed = { by: administrators[0] ?? null, at: atTime(addDays(today, -390), 10) }
  const driversMade = Array.from({ length: size.drivers }, (_, index) => addDriver(book, 'kuljettaja', index, named, today, deed))
  addDriver(book, 'huolto', 0, named, today, deed)
  const cars = Array.from({ length: size.cars }, (_, index) => addCar(book, index, series, today, deed))
  const terminals = terminalTowns.flatMap((code) => {
    const town = towns.find((one) => one.code === code)
    if (!town) return []
    const place = { field_osoite_1: streetAddress(book), field_postinumero: code, field_postitoimipaikka: town.town }
    const values = {
      name: `Terminaali ${town.town}`,
      ...place,
      lat: town.lat,
      lng: town.lng,
      tyyppi: ['nouto' as const, 'toimitus' as const],
    }
    return [{ address: book.add('postiosoite', values, deed), town }]
  })
  const products = makeGeneralProducts(book, deed)
  const hourlyTypes = hourlyTypePrices.map(({ id }) => id)
  const customers = Array.from({ length: size.customers }, (_, index) => makeCustomer(book, index, hourlyTypes, deed))
  customers.slice(0, size.customerUsers).forEach((customer, index) => {
    addCustomerUser(book, named(index === 0 ? 'asiakas' : `asiakas${index + 1}`), ['asiakas'], customer, deed)
    // Same company as `asiakas`: RULES section 2 is best shown by the two side by side.
    if (index === 0) addCustomerUser(book, named('asiakasyllapito'), ['asiakas', 'asiakas_yllapito'], customer, deed)
  })
  const drivers = driversMade.flatMap(({ id, name }, index) => {
    const car = cars[index % cars.length]
    return car ? [{ id, name, car: car.id }] : []
  })
  return { administrators, drivers, cars: cars.map(({ id }) => id), customers, products, terminals, hourlyTypes }
}
