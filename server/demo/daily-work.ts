import { faultName } from '#domain/entities/car/maintenance.rules.ts'
import type { Row } from '#domain/model/registry.ts'
import { addDays } from '#domain/values/time/time.ts'
import words from './data/words.json' with { type: 'json' }
import { addDocumentFile } from './document-files.ts'
import type { Moment } from './history.ts'
import { addPlannedShifts } from './shifts.ts'
import { type DailyWork, type DailyWorkParts, workOf } from './work.ts'

/** What the company does beside orders: cars are serviced, documents read, places rented, routes and shifts planned. */
export function addDailyWork(parts: DailyWorkParts, now: number): void {
  const work = workOf(parts, now)
  for (const add of [addMaintenance, addDocuments, addNotifications, addRentals, addRecurringJobs, addPlannedShifts]) add(work)
}

function addMaintenance({ history, company, today, momentAt }: DailyWork): void {
  const add = (values: Partial<Row<'huolto'>>, days: number, moment: Moment) =>
    history.add('huolto', { name: 'Huolto', paiva: addDays(today, days), ...values }, moment)
  for (const [index, auto] of company.cars.entries())
    for (const days of [-210 + index, -80 + index])
      add({ auto, info: history.random.pick(words.carServices), tehty: true }, days, momentAt(days, 15))
  for (const [index, by] of company.drivers.slice(0, words.carFaults.length).entries())
    add({ auto: by.car, name: faultName, info: words.carFaults[index] ?? '' }, -index - 1, { ...momentAt(-index - 1, 17), by })
}

/** Maintenance of today and the next days. Added last: it takes ids from the random numbers, and what comes after it would change. */
export function addPlannedMaintenance(parts: DailyWorkParts, now: number): void {
  const { history, company, today, momentAt } = workOf(parts, now)
  for (const [index, auto] of company.cars.slice(3, 6).entries()) {
    const paiva = addDays(today, index * 4)
    history.add('huolto', { name: 'Huolto', paiva, auto, info: words.carServices[index] ?? '' }, momentAt(-2))
  }
}

const driversDocuments = [
  ['Ajo- ja lepoaikaohje', 'Miten ajo- ja lepoajat merkitään ja kenelle poikkeamasta kerrotaan.', -160, 14],
  ['Talviajo-ohje', 'Renkaat, ketjut ja lämmitys. Lue ennen ensimmäisiä liukkaita.', -20, 8],
  ['Terminaalien aukioloajat', 'Pirkkala 5–22, Vantaa 4–23, Oulu ja Jyväskylä 6–20.', -45, 0],
] as const

/** The older one, the more have acknowledged it; the last needs no acknowledgement. */
function addDocuments({ history, company, files, momentAt }: DailyWork): void {
  for (const [number, [name, kuvaus, days, readers]] of driversDocuments.entries()) {
    const tiedostot = files ? [addDocumentFile(history, files, { number, name, text: kuvaus, moment: momentAt(days) })] : []
    const dokumentti = history.add(
      'dokumentti',
      { name, kuvaus, tiedostot, kuitattava: readers > 0, roolit: ['kuljettaja'] },
      momentAt(days),
    )
    // Nothing is acknowledged without a signature.
    if (!files) continue
    for (const [index, by] of company.drivers.slice(0, readers).entries()) {
      const moment = { ...momentAt(days + 1 + (index % 9), 6), by }
      const kuittaus = files.addForDocument(history, number * 100 + index, moment)
      history.add('dokumentti_kuittaus', { dokumentti, versio: 1, kayttaja: by.userId, nimenselvennys: by.fullName, kuittaus }, moment)
    }
  }
}

function addNotifications({ history, company, today, momentAt }: DailyWork): void {
  const add = (days: number, message: string, values: Partial<Row<'notification'>>) =>
    history.add('notification', { message, ...values }, momentAt(days))
  const shown = (from: number, to: number) => ({ start: addDays(today, from), end: addDays(today, to) })
  const drivers = company.drivers.map(({ userId }) => userId)
  const door = { roles: ['kuljettaja' as const], ...shown(-1, 5), ohittaneet: drivers.slice(1, 6) }
  add(-1, 'Pirkkalan terminaalin ovi 3 on poissa käytöstä perjantaihin asti. Käytä ovea 4.', door)
  add(-3, 'Jouluviikon tilaukset viimeistään perjantaina klo 12.', { roles: ['asiakas'], ...shown(-3, 30) })
  // A driver whose card expires soon (company.ts).
  const personal = { tyyppi: 'PERSONAL', key: 'digipiirturikortti-esimerkki' } as const
  add(-2, 'Digipiirturikorttisi vanhenee pian. Tilaa uusi ajoissa.', { ...personal, henkilot: drivers.slice(4, 5) })
}

/** Customers that have a price for a place rent some at that price. */
function addRentals({ history, company, today, momentAt }: DailyWork): void {
  for (const { id: asiakas } of company.customers.filter(({ rentsPlaces }) => rentsPlaces))
    for (const tyyppi of ['hyllypaikka_eur', 'hyllypaikka_fin'] as const) {
      const laskutuspaiva = history.random.pick(['15', 't'] as const)
      const period = { laskutuspaiva, laskutuskausi: `Y-m-${laskutuspaiva}` } as const
      const values = { tyyppi, maara: history.random.between(4, 60), ...period }
      // Billed from today on: what was billed before is not part of the demo company.
      history.add('vuokraus', { asiakas, ...values, aktivointipaiva: today }, momentAt(-120))
    }
}

const workingWeek = [1, 2, 3, 4, 5]

function addRecurringJobs({ history, company, today, momentAt }: DailyWork): void {
  const withPrices = company.customers.filter(({ hourlyPrices }) => hourlyPrices.length > 0).slice(0, 5)
  for (const [index, { id: asiakas, hourlyPrices, pickups }] of withPrices.entries()) {
    const [price] = hourlyPrices
    const values = {
      ...{ name: 'Jakelukierros', selite: 'Jakelukierros myymälöihin', asiakas },
      ...{ tuntituote_tyyppi: price?.type ?? null, tuntituote_instanssi: price?.id ?? null },
      viikonpaivat: index === 0 ? workingWeek : [...new Set([1 + (index % 5), 3])],
      // Its orders are made from today on; the past ones are not part of the demo company.
      tila: 'odottaa' as const,
      aktivointipaiva: today,
      nouto_osoite: pickups[0]?.address ?? null,
    }
    const id = history.add('tuntituote_toisto', values, momentAt(-90))
    if (index < 3) history.update('tuntituote_toisto', { id, tila: 'aktiivinen' }, momentAt(-1, 15))
  }
}
