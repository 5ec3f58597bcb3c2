import type { Row } from '#domain/model/registry.ts'
import { atTime } from '#domain/values/time/time.ts'
import type { DemoCompany } from './company.ts'
import { type DemoCustomer, receiverIn, type SavedStop, streetAddress } from './customer.ts'
import words from './data/words.json' with { type: 'json' }
import type { History, Moment } from './history.ts'
import { personOf } from './people.ts'
import { nearbyTowns, towns } from './places.ts'
import type { Random } from './random.ts'

/** The texts are copied from the address by the server. */
const pickupAt = ({ address, contact }: SavedStop) => ({ nouto_osoite: address, nouto_yhteyshenkilo: contact })

/** Two of three go to a saved address, the rest to a typed one; a few of those are abroad, which no price list covers. */
/** Those nearby, if the order is to be local and there are any. */
const amongStops = (stops: readonly SavedStop[], { isLocal = false }: OrderRequest): readonly SavedStop[] => {
  const nearby = stops.filter((stop) => stop.isNearby)
  return isLocal && nearby.length > 0 ? nearby : stops
}

function deliveryOf(random: Random, request: OrderRequest) {
  const { customer, crossesBorder = false, isLocal = false } = request
  if (!crossesBorder && random.chance(0.66)) {
    const { address, contact, contactName } = random.pick(amongStops(customer.deliveries, request))
    return { values: { toimitus_osoite: address, toimitus_yhteyshenkilo: contact }, receiver: contactName, isAbroad: false }
  }
  const town = random.pick(isLocal ? nearbyTowns : towns)
  const isAbroad = crossesBorder || random.chance(0.06)
  const { name, etunimi, sukunimi, puhelin, email } = personOf(random, 'vastaanottaja.example')
  const place = isAbroad
    ? { toimitus_nimi: 'Byggvaror Haparanda', toimitus_postinro: '953 31', toimitus_postitmp: 'Haparanda', toimitus_maa: 'SE' }
    : { toimitus_nimi: receiverIn(random, town), toimitus_postinro: town.code, toimitus_postitmp: town.town }
  const values = {
    ...place,
    toimitus_osoite1: streetAddress(random),
    toimitus_yhteyshenkilo_etunimi: etunimi,
    toimitus_yhteyshenkilo_sukunimi: sukunimi,
    toimitus_yhteyshenkilo_puhelin: puhelin,
    toimitus_yhteyshenkilo_email: random.chance(0.5) ? email : '',
  }
  return { values, receiver: name, isAbroad }
}

function goodsOf(random: Random, company: DemoCompany, customer: DemoCustomer): Partial<Row<'lahetys'>> {
  const product = random.pick(customer.products.length > 0 && random.chance(0.5) ? customer.products : company.products)
  const { id: tuote, paino, lukitse_paino, ...size } = product
  const isHeavy = size.tyyppi === 'muu' && paino > 200
  return {
    ...{ tuote, ...size },
    maara: random.between(1, isHeavy ? 4 : 12),
    // Never above the product's own weight, which is within the limit of its type.
    yksikkopaino: lukitse_paino ? paino : Math.max(0.5, Math.round(paino * (0.6 + random.number() * 0.4) * 10) / 10),
    varauma: isHeavy ? (random.chance(0.6) ? 'lava' : '') : size.tyyppi === 'paketti' && random.chance(0.15) ? 'pakettiauto' : '',
  }
}

/** Half of the orders name hours: a pickup in the morning, a delivery window with a promised time, or a time by which the goods must be there. */
function timesOf(random: Random, day: number): Partial<Row<'lahetys'>> {
  const pickup = random.chance(0.3) ? { nouto_aika_alku: atTime(day, 7), nouto_aika_loppu: atTime(day, random.between(9, 11)) } : {}
  const hour = random.between(10, 14)
  const kind = random.weighted({ none: 5, window: 3, latest: 2 })
  if (kind === 'none') return pickup
  const end = atTime(day, hour + 2)
  return kind === 'latest'
    ? { ...pickup, toimitus_aika_loppu: end }
    : { ...pickup, toimitus_aika_alku: atTime(day, hour), toimitus_aika_loppu: end, luvattu_aika: atTime(day, hour + 1) }
}

/** Heavy goods take longer at the door; 0 is the company's usual time. */
const serviceTimeOf = ({ maara = 1, yksikkopaino = 0 }: Partial<Row<'lahetys'>>): number => (maara * yksikkopaino > 1000 ? 30 : 0)

/** The reference that a customer gives for an order. */
export const referenceOf = (random: Random): string =>
  random.chance(0.2) ? '' : `${random.pick(words.referencePrefixes)}${random.between(10_200, 98_700)}`

export type OrderRequest = {
  customer: DemoCustomer
  /** The wished day, a midnight. */
  day: number
  shipments: number
  /** An hourly job: alone (an order of type `tunti`) or as extra work. */
  hourly: boolean
  /** Picked up and delivered nearby, where the customer has places there. */
  isLocal?: boolean
  /** It goes abroad, which no price list covers. */
  crossesBorder?: boolean
}

function jobOf(random: Random, company: DemoCompany, request: OrderRequest): Partial<Row<'tuntituote'>> {
  const { customer, day } = request
  const price = customer.hourlyPrices.length > 0 ? random.pick(customer.hourlyPrices) : null
  const tyyppi = random.weighted({ aika: 7, matka: 2, maara: 1 })
  const amount = { aika: () => random.between(4, 34) * 15, matka: () => random.between(30, 420), maara: () => random.between(4, 60) }
  return {
    ...pickupAt(random.pick(amongStops(customer.pickups, request))),
    tyyppi,
    [tyyppi]: amount[tyyppi](),
    selite: random.pick(words.hourlyTexts),
    viesti: random.pick(words.driverMessages),
    viite: referenceOf(random),
    toimituspaiva: day,
    tuntituote_tyyppi: price?.type ?? random.pick(company.hourlyTypes),
    tuntituote_instanssi: price?.id ?? null,
  }
}

export type PlacedOrder = ReturnType<typeof placeOrder>

/** Adds an order. It has one pickup; its rows go to one place, sometimes to several. */
export function placeOrder(history: History, company: DemoCompany, { request, moment }: { request: OrderRequest; moment: Moment }) {
  const { random } = history
  const { customer, day } = request
  const asiakas = customer.id
  const id = history.add('tilaus', { tyyppi: request.shipments === 0 ? 'tunti' : 'lahetys', asiakas }, moment)
  const common = {
    ...{ tilaus: id, asiakas, toivottu_toimitus: day },
    ...pickupAt(random.pick(amongStops(customer.pickups, request))),
    viite: referenceOf(random),
    viesti: random.pick(words.driverMessages),
    ...timesOf(random, day),
  }
  const several = random.chance(0.15)
  const first = deliveryOf(random, request)
  const deliveries = Array.from({ length: request.shipments }, (_, index) => (several && index > 0 ? deliveryOf(random, request) : first))
  const shipments = deliveries.map(({ values }) => {
    const goods = goodsOf(random, company, customer)
    return history.add('lahetys', { ...common, ...values, ...goods, palveluaika: serviceTimeOf(goods) }, moment)
  })
  const jobs = request.hourly ? [history.add('tuntituote', { tilaus: id, asiakas, ...jobOf(random, company, request) }, moment)] : []
  return { id, asiakas, shipments, jobs, receiver: first.receiver, isAbroad: deliveries.some(({ isAbroad }) => isAbroad) }
}
