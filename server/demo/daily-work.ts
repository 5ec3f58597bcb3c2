import { rentalTotal } from '#domain/entities/rental/rental.rules.ts'
import { addDays, atTime, startOfDay } from '#domain/values/time.ts'
import type { Book, Deed } from './book.ts'
import type { Company } from './company.ts'
import { addPlannedWork, type DeedAt } from './planned-work.ts'

/** What the house does beside orders: cars are serviced, papers read, places rented, routes and shifts planned. */
export function addDailyWork(book: Book, company: Company, now: number): void {
  const today = startOfDay(now)
  const by = company.administrators[0] ?? null
  const deedAt: DeedAt = (days, hours = 9) => ({ by, at: atTime(addDays(today, days), hours) })
  addMaintenance(book, company, today, deedAt)
  addDocuments(book, company, deedAt)
  addNotifications(book, company, today, deedAt)
  addRentals(book, company, deedAt(-120))
  addPlannedWork(book, company, today, deedAt)
}

const services = ['Määräaikaishuolto', 'Öljynvaihto', 'Jarrupalojen vaihto', 'Perälautanostimen tarkastus', 'Renkaiden vaihto'] as const
const faults = ['Oikea takavalo ei pala', 'Perälauta nytkähtelee', 'Kylmäkone ilmoittaa viasta 14'] as const

function addMaintenance(book: Book, company: Company, today: number, deedAt: DeedAt): void {
  company.cars.forEach((auto, index) => {
    for (const days of [-210 + index, -80 + index]) {
      const info = book.random.pick(services)
      book.add('huolto', { auto, name: 'Huolto', info, tehty: true, paiva: addDays(today, days) }, deedAt(days, 15))
    }
  })
  faults.forEach((info, index) => {
    const driver = company.drivers[index]
    if (!driver) return
    const deed = { ...deedAt(-index - 1, 17), by: driver.id }
    book.add('huolto', { auto: driver.car, name: 'Huolto', info, paiva: addDays(today, -index - 1) }, deed)
  })
}

const papers = [
  {
    name: 'Ajo- ja lepoaikaohje',
    kuvaus: 'Miten ajo- ja lepoajat merkitään ja kenelle poikkeamasta kerrotaan.',
    days: -160,
    kuitattava: true,
  },
  { name: 'Talviajo-ohje', kuvaus: 'Renkaat, ketjut ja lämmitys. Lue ennen ensimmäisiä liukkaita.', days: -20, kuitattava: true },
  { name: 'Terminaalien aukioloajat', kuvaus: 'Pirkkala 5–22, Vantaa 4–23, Oulu ja Jyväskylä 6–20.', days: -45, kuitattava: false },
] as const

/** The older a paper, the more have acknowledged it. */
function addDocuments(book: Book, company: Company, deedAt: DeedAt): void {
  for (const { days, ...paper } of papers) {
    const dokumentti = book.add('dokumentti', { ...paper, roolit: ['kuljettaja'] }, deedAt(days))
    if (!paper.kuitattava) continue
    company.drivers.slice(0, days < -100 ? 14 : 8).forEach(({ id: kayttaja, name }, index) => {
      const deed = { ...deedAt(days + 1 + (index % 9), 6), by: kayttaja }
      book.add('dokumentti_kuittaus', { dokumentti: dokumentti.id, kayttaja, nimenselvennys: name, versio: 1 }, deed)
    })
  }
}

function addNotifications(book: Book, company: Company, today: number, deedAt: DeedAt): void {
  const others = company.drivers.slice(1)
  // One of those whose card soon runs out (people.ts).
  const expiring = company.drivers[4]
  const hall = {
    message: 'Pirkkalan terminaalin ovi 3 on poissa käytöstä perjantaihin asti. Käytä ovea 4.',
    roles: ['kuljettaja' as const],
  }
  const dismissed = others.slice(0, 5).map(({ id }) => id)
  book.add('notification', { ...hall, start: addDays(today, -1), end: addDays(today, 5), ohittaneet: dismissed }, deedAt(-1))
  const holidays = { message: 'Jouluviikon tilaukset viimeistään perjantaina klo 12.', roles: ['asiakas' as const] }
  book.add('notification', { ...holidays, start: addDays(today, -3), end: addDays(today, 30) }, deedAt(-3))
  if (!expiring) return
  const card = { message: 'Digipiirturikorttisi vanhenee pian. Tilaa uusi ajoissa.', tyyppi: 'PERSONAL' as const, henkilot: [expiring.id] }
  book.add('notification', { ...card, key: 'digipiirturikortti-esimerkki' }, deedAt(-2))
}

/** Those who have a price for a place rent some. */
function addRentals(book: Book, company: Company, deed: Deed): void {
  for (const { row } of company.customers) {
    const prices = { hyllypaikka_eur: row.vuokrattava_hyllypaikka_eur_hinta, hyllypaikka_fin: row.vuokrattava_hyllypaikka_fin_hinta }
    for (const tyyppi of ['hyllypaikka_eur', 'hyllypaikka_fin'] as const) {
      const hinta = prices[tyyppi]
      if (hinta === 0) continue
      const maara = book.random.between(4, 60)
      const laskutuspaiva = book.random.pick(['15', 't'] as const)
      const values = { asiakas: row.id, tyyppi, hinta, maara, hinta_total: rentalTotal({ hinta, maara }), laskutuspaiva }
      book.add('vuokraus', { ...values, laskutuskausi: laskutuspaiva === '15' ? 'Y-m-15' : 'Y-m-t' }, deed)
    }
  }
}
