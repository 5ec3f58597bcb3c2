import type { Row } from '#domain/registry.ts'
import type { Book, Deed } from './book.ts'
import { nextBusinessId } from './business-id.ts'
import { type Person, personOf, phoneOf } from './person.ts'
import { type Town, towns } from './places.ts'
import { makeOwnProducts } from './products.ts'
import { asciiName, firmRoots, firmTrades, receivers, streets } from './words.ts'

/** A saved address with the person there and its town, which carries the point. */
export type Stop = { address: Row<'postiosoite'>; contact: Row<'yhteyshenkilo'>; town: Town }
type BillingFields = Partial<Pick<Row<'tilaus'>, Extract<keyof Row<'tilaus'>, `laskutus_${string}`>>>
export type Customer = {
  row: Row<'asiakas'>
  host: string
  /** What a new order copies (RULES section 7); null when the customer has no billing address. */
  billing: BillingFields | null
  pickups: Stop[]
  deliveries: Stop[]
  products: Row<'tuote'>[]
  hourlyPrices: Row<'tuntituote_instanssi'>[]
  /** Those who can sign in for the customer; filled by whoever makes the users. */
  users: string[]
}

export const streetAddress = (book: Book): string => `${book.random.pick(streets)} ${book.random.between(1, 78)}`

function firmOf(index: number): { name: string; host: string } {
  const root = firmRoots[index % firmRoots.length]
  // 7 and 20 share no factor, so that neighbours differ and 800 firms are all different.
  const trade = firmTrades[(index * 7 + Math.floor(index / firmRoots.length)) % firmTrades.length]
  const form = index % 9 === 8 ? 'Ky' : index % 13 === 12 ? 'Osuuskunta' : 'Oy'
  const again = Math.floor(index / (firmRoots.length * firmTrades.length))
  const name = `${root} ${trade}${again === 0 ? '' : ` ${again + 1}`} ${form}`
  return { name, host: `${asciiName(`${root} ${trade}${again || ''}`)}.example` }
}

const point = ({ lat, lng }: Town) => ({ lat, lng, sijainti_arvio: true })
const placeFields = (book: Book, { code, town }: Town) => ({
  field_osoite_1: streetAddress(book),
  field_postinumero: code,
  field_postitoimipaikka: town,
})

function addContact(book: Book, asiakas: string, person: Person, tyyppi: Row<'yhteyshenkilo'>['tyyppi'], deed: Deed) {
  return book.add('yhteyshenkilo', { name: `${person.etunimi} ${person.sukunimi}`, ...person, tyyppi, asiakas }, deed)
}

function addStop(book: Book, asiakas: string, name: string, town: Town, tyyppi: 'nouto' | 'toimitus', host: string, deed: Deed): Stop {
  const contact = addContact(book, asiakas, personOf(book.random, host), [tyyppi], deed)
  const values = { name, ...placeFields(book, town), puhelin: phoneOf(book.random), ...point(town), tyyppi: [tyyppi], asiakas }
  const address = book.add('postiosoite', { ...values, yhteyshenkilo: contact.id }, deed)
  return { address, contact, town }
}

const operators = ['003723327487', '003721291126', 'NDEAFIHH', 'OKOYFIHH', 'DABAFIHH'] as const

/** Each kind in turn is the default one; some have a second. The last of every forty has none yet, and shows up as missing. */
function addBilling(book: Book, row: Row<'asiakas'>, index: number, home: Town, host: string, deed: Deed): BillingFields | null {
  if (index % 40 === 39) return null
  const shared = { asiakas: row.id, tyyppi: ['laskutus' as const] }
  const laskutus_nimi = row.name.slice(0, 50)
  const kind = index % 3
  if (kind === 0 || index % 7 === 3) {
    const values = { ...shared, field_sahkopostiosoite: `laskut@${host}`, oletus: kind === 0 }
    book.add('laskutusosoite_email', { name: row.name, ...values }, deed)
  }
  const place = { field_osoite_1: streetAddress(book), field_postinumero: home.code, field_postitoimipaikka: home.town }
  if (kind === 1 || index % 7 === 5) {
    book.add('laskutusosoite_posti', { name: row.name, ...shared, ...place, ...point(home), oletus: kind === 1 }, deed)
  }
  const address = `0037${row.y_tunnus.replace('-', '')}`
  const operator = book.random.pick(operators)
  if (kind === 2) {
    const values = { ...shared, field_verkkolaskuosoite: address, field_valittaja: operator, oletus: true }
    book.add('laskutusosoite_verkkolasku', { name: row.name, ...values }, deed)
    return { laskutus_nimi, laskutus_verkkolaskuosoite: address, laskutus_valittaja: operator }
  }
  return kind === 0
    ? { laskutus_nimi, laskutus_email: `laskut@${host}` }
    : {
        laskutus_nimi,
        laskutus_osoite1: place.field_osoite_1,
        laskutus_postinro: home.code,
        laskutus_postitmp: home.town,
      }
}

/** A customer with everything that hangs on it but its users. `index` decides name, home and kinds; chance only the rest. */
export function makeCustomer(book: Book, index: number, hourlyTypes: readonly string[], deed: Deed): Customer {
  const { random } = book
  const { name, host } = firmOf(index)
  const home = towns[(index * 17 + 46) % towns.length]
  if (!home) throw new RangeError('No town')
  const draft = book.draft('asiakas', {
    name,
    y_tunnus: nextBusinessId(9_000_017 + index * 1373).id,
    maksuehto: random.chance(0.7) ? 14 : random.pick([7, 21, 30]),
    talenom_asiakasnumero: String(20_100 + index),
    lisatiedot: random.chance(0.2) ? 'Tilaukset puhelimitse ennen klo 12.' : '',
    vuokrattava_hyllypaikka_eur_hinta: index % 8 === 0 ? 9.5 : 0,
    vuokrattava_hyllypaikka_fin_hinta: index % 8 === 0 ? 11 : 0,
  })
  const id = draft.id
  const visiting = book.add('postiosoite', { name, ...placeFields(book, home), ...point(home), tyyppi: ['kaynti'], asiakas: id }, deed)
  const labels = ['Keskusvarasto', 'Tehdas', 'Terminaali']
  const pickups = Array.from({ length: 1 + (index % 3) }, (_, nth) =>
    addStop(book, id, nth === 0 ? name : `${name}, ${labels[nth]}`, nth === 0 ? home : random.pick(towns), 'nouto', host, deed),
  )
  const deliveries = Array.from({ length: random.between(3, 6) }, () => {
    const town = random.pick(towns)
    return addStop(book, id, random.pick(receivers).replace('{town}', town.town), town, 'toimitus', 'vastaanottaja.example', deed)
  })
  addContact(book, id, personOf(random, host), ['laskutus', 'muu'], deed)
  const row = book.save(
    'asiakas',
    null,
    { ...draft, kayntiosoite: visiting.id, nouto_osoite: pickups.map(({ address }) => address.id) },
    deed,
  )
  book.keep('asiakas', row)
  const hourlyPrices =
    index % 3 === 0
      ? hourlyTypes.slice(0, 2).map((tuntituote_tyyppi, nth) => {
          const values = { hinta_h: 58 + nth * 9 + (index % 5), hinta_km: 1.35, hinta_kpl: 12, asiakas: id, tuntituote_tyyppi }
          return book.add('tuntituote_instanssi', values, deed)
        })
      : []
  const products = index < 8 || index % 5 === 0 ? makeOwnProducts(book, id, index, deed) : []
  return { row, host, billing: addBilling(book, row, index, home, host, deed), pickups, deliveries, products, hourlyPrices, users: [] }
}
