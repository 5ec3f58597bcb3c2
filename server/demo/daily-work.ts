import type { Row } from '#domain/model/registry.ts'
import { addDays, atTime, startOfDay } from '#domain/values/time/time.ts'
import type { DemoCompany } from './company.ts'
import type { History, Moment } from './history.ts'
import { addPlannedWork, type DailyWork } from './planned-work.ts'

/** What the company does beside orders: cars are serviced, documents read, places rented, routes and shifts planned. */
export function addDailyWork(history: History, company: DemoCompany, now: number): void {
  const today = startOfDay(now)
  const by = company.administrators[0]
  const work = { history, company, today, momentAt: (days: number, hours = 9) => ({ by, at: atTime(addDays(today, days), hours) }) }
  addMaintenance(work)
  addDocuments(work)
  addNotifications(work)
  addRentals(work)
  addPlannedWork(work)
}

const services = ['Määräaikaishuolto', 'Öljynvaihto', 'Jarrupalojen vaihto', 'Perälautanostimen tarkastus', 'Renkaiden vaihto']
const faults = ['Oikea takavalo ei pala', 'Perälauta nytkähtelee', 'Kylmäkone ilmoittaa viasta 14']

function addMaintenance({ history, company, today, momentAt }: DailyWork): void {
  const add = (values: Partial<Row<'huolto'>>, days: number, moment: Moment) =>
    history.add('huolto', { name: 'Huolto', paiva: addDays(today, days), ...values }, moment)
  for (const [index, auto] of company.cars.entries())
    for (const days of [-210 + index, -80 + index])
      add({ auto, info: history.random.pick(services), tehty: true }, days, momentAt(days, 15))
  for (const [index, by] of company.drivers.slice(0, faults.length).entries())
    add({ auto: by.car, info: faults[index] ?? '' }, -index - 1, { ...momentAt(-index - 1, 17), by })
}

const driversDocuments = [
  ['Ajo- ja lepoaikaohje', 'Miten ajo- ja lepoajat merkitään ja kenelle poikkeamasta kerrotaan.', -160, 14],
  ['Talviajo-ohje', 'Renkaat, ketjut ja lämmitys. Lue ennen ensimmäisiä liukkaita.', -20, 8],
  ['Terminaalien aukioloajat', 'Pirkkala 5–22, Vantaa 4–23, Oulu ja Jyväskylä 6–20.', -45, 0],
] as const

/** The older one, the more have acknowledged it; the last needs no acknowledgement. */
function addDocuments({ history, company, momentAt }: DailyWork): void {
  for (const [name, kuvaus, days, readers] of driversDocuments) {
    const dokumentti = history.add('dokumentti', { name, kuvaus, kuitattava: readers > 0, roolit: ['kuljettaja'] }, momentAt(days))
    for (const [index, by] of company.drivers.slice(0, readers).entries()) {
      const moment = { ...momentAt(days + 1 + (index % 9), 6), by }
      history.add('dokumentti_kuittaus', { dokumentti, kayttaja: by.userId, nimenselvennys: by.fullName }, moment)
    }
  }
}

function addNotifications({ history, company, today, momentAt }: DailyWork): void {
  const add = (days: number, values: Partial<Row<'notification'>>) => history.add('notification', values, momentAt(days))
  add(-1, {
    message: 'Pirkkalan terminaalin ovi 3 on poissa käytöstä perjantaihin asti. Käytä ovea 4.',
    roles: ['kuljettaja'],
    start: addDays(today, -1),
    end: addDays(today, 5),
    ohittaneet: company.drivers.slice(1, 6).map(({ userId }) => userId),
  })
  const message = 'Jouluviikon tilaukset viimeistään perjantaina klo 12.'
  add(-3, { message, roles: ['asiakas'], start: addDays(today, -3), end: addDays(today, 30) })
  // One of those whose card soon runs out (company.ts).
  add(-2, {
    message: 'Digipiirturikorttisi vanhenee pian. Tilaa uusi ajoissa.',
    tyyppi: 'PERSONAL',
    henkilot: company.drivers.slice(4, 5).map(({ userId }) => userId),
    key: 'digipiirturikortti-esimerkki',
  })
}

/** Those who have a price for a place rent some; what it costs follows from the customer. */
function addRentals({ history, company, momentAt }: DailyWork): void {
  for (const { id: asiakas } of company.customers.filter(({ rentsPlaces }) => rentsPlaces))
    for (const tyyppi of ['hyllypaikka_eur', 'hyllypaikka_fin'] as const) {
      const laskutuspaiva = history.random.pick(['15', 't'] as const)
      const laskutuskausi = laskutuspaiva === '15' ? 'Y-m-15' : 'Y-m-t'
      const maara = history.random.between(4, 60)
      history.add('vuokraus', { asiakas, tyyppi, maara, laskutuspaiva, laskutuskausi }, momentAt(-120))
    }
}
