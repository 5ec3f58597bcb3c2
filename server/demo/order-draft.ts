import type { Row } from '#domain/registry.ts'
import type { Book } from './book.ts'
import type { Company } from './company.ts'
import { type Customer, type Stop, streetAddress } from './customer.ts'
import type { Order } from './order-life.ts'
import { personOf } from './person.ts'
import { towns } from './places.ts'
import { driverMessages, hourlyTexts, receivers, referencePrefixes } from './words.ts'

const pickupOf = ({ address, contact }: Stop) => ({
  nouto_nimi: address.name,
  nouto_osoite1: address.field_osoite_1,
  nouto_osoite2: address.field_osoite_2,
  nouto_postinro: address.field_postinumero,
  nouto_postitmp: address.field_postitoimipaikka,
  nouto_yhteyshenkilo_etunimi: contact.etunimi,
  nouto_yhteyshenkilo_sukunimi: contact.sukunimi,
  nouto_yhteyshenkilo_puhelin: contact.puhelin,
  nouto_yhteyshenkilo_email: contact.email,
  nouto_osoite: address.id,
  nouto_yhteyshenkilo: contact.id,
})

/** Two of three go to a saved address, the rest to one that was typed. */
function deliveryOf(book: Book, customer: Customer): Partial<Row<'lahetys'>> {
  const { random } = book
  if (random.chance(0.66)) {
    const { address, contact } = random.pick(customer.deliveries)
    return {
      toimitus_nimi: address.name,
      toimitus_osoite1: address.field_osoite_1,
      toimitus_osoite2: address.field_osoite_2,
      toimitus_postinro: address.field_postinumero,
      toimitus_postitmp: address.field_postitoimipaikka,
      toimitus_yhteyshenkilo_etunimi: contact.etunimi,
      toimitus_yhteyshenkilo_sukunimi: contact.sukunimi,
      toimitus_yhteyshenkilo_puhelin: contact.puhelin,
      toimitus_yhteyshenkilo_email: contact.email,
      toimitus_osoite: address.id,
      toimitus_yhteyshenkilo: contact.id,
    }
  }
  const town = random.pick(towns)
  const person = personOf(random, 'vastaanottaja.example')
  return {
    toimitus_nimi: random.pick(receivers).replace('{town}', town.town),
    toimitus_osoite1: streetAddress(book),
    toimitus_postinro: town.code,
    toimitus_postitmp: town.town,
    toimitus_yhteyshenkilo_etunimi: person.etunimi,
    toimitus_yhteyshenkilo_sukunimi: person.sukunimi,
    toimitus_yhteyshenkilo_puhelin: person.puhelin,
    toimitus_yhteyshenkilo_email: random.chance(0.5) ? person.email : '',
  }
}

function goodsOf(book: Book, company: Company, customer: Customer): Partial<Row<'lahetys'>> {
  const { random } = book
  const product = customer.products.length > 0 && random.chance(0.5) ? random.pick(customer.products) : random.pick(company.products)
  const { id: tuote, tyyppi, pituus, leveys, korkeus, kuvaus, lukitse_paino } = product
  const heavy = tyyppi === 'muu' && product.paino > 200
  return {
    tuote,
    name: product.name,
    tyyppi,
    pituus,
    leveys,
    korkeus,
    kuvaus,
    maara: heavy ? random.between(1, 4) : random.between(1, 12),
    // Never above the product's own: that one is within the type's limit.
    yksikkopaino: lukitse_paino ? product.paino : Math.max(0.5, Math.round(product.paino * (0.6 + random.number() * 0.4) * 10) / 10),
    varauma: heavy ? (random.chance(0.6) ? 'lava' : '') : tyyppi === 'paketti' && random.chance(0.15) ? 'pakettiauto' : '',
  }
}

const referenceOf = (book: Book): string =>
  book.random.chance(0.2) ? '' : `${book.random.pick(referencePrefixes)}${book.random.between(10_200, 98_700)}`

export type OrderWish = {
  customer: Customer
  tilausnro: number
  /** The wished day, a midnight. */
  day: number
  shipments: number
  /** An hourly job: alone (an order of type `tunti`) or as extra work. */
  hourly: boolean
}

function hourlyOf(book: Book, company: Company, wish: OrderWish, tilaus: string): Row<'tuntituote'> {
  const { random } = book
  const { customer, day } = wish
  const price = customer.hourlyPrices.length > 0 ? random.pick(customer.hourlyPrices) : null
  const kind = random.weighted({ aika: 7, matka: 2, maara: 1 })
  return book.draft('tuntituote', {
    ...pickupOf(random.pick(customer.pickups)),
    tilaus,
    asiakas: customer.row.id,
    tyyppi: kind,
    aika: kind === 'aika' ? random.between(4, 34) * 15 : 0,
    matka: kind === 'matka' ? random.between(30, 420) : 0,
    maara: kind === 'maara' ? random.between(4, 60) : 0,
    selite: random.pick(hourlyTexts),
    viesti: random.pick(driverMessages),
    viite: referenceOf(book),
    toimituspaiva: day,
    tuntituote_tyyppi: price?.tuntituote_tyyppi ?? random.pick(company.hourlyTypes),
    tuntituote_instanssi: price?.id ?? null,
  })
}

/** What somebody orders: no driver, price or state yet. One pickup; the rows go to one place, now and then to several. */
export function draftOrder(book: Book, company: Company, wish: OrderWish): Order {
  const { random } = book
  const { customer, day, tilausnro, shipments } = wish
  const tyyppi = shipments === 0 ? 'tunti' : 'lahetys'
  const tilaus = book.draft('tilaus', { tyyppi, tilausnro, asiakas: customer.row.id, ...customer.billing, laskutus_viesti: '' })
  const pickup = random.pick(customer.pickups)
  const common = deliveryOf(book, customer)
  const several = random.chance(0.15)
  const [viite, viesti] = [referenceOf(book), random.pick(driverMessages)]
  const lahetykset = Array.from({ length: shipments }, () =>
    book.draft('lahetys', {
      ...pickupOf(pickup),
      ...(several ? deliveryOf(book, customer) : common),
      ...goodsOf(book, company, customer),
      tilaus: tilaus.id,
      asiakas: customer.row.id,
      viite,
      viesti,
      toivottu_toimitus: day,
    }),
  )
  return { tilaus, lahetykset, tuntituotteet: wish.hourly ? [hourlyOf(book, company, wish, tilaus.id)] : [] }
}
