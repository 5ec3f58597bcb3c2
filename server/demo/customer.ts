import type { Viewer } from '#domain/access/roles.ts'
import type { Row } from '#domain/model/registry.ts'
import { nextBusinessId } from './business-id.ts'
import words from './data/words.json' with { type: 'json' }
import type { History, Moment } from './history.ts'
import { asciiName, personOf, phoneOf } from './people.ts'
import { type Town, towns } from './places.ts'
import { addOwnProducts, type DemoProduct } from './products.ts'
import type { Random } from './random.ts'

/** A saved address with the person there. */
export type SavedStop = { address: string; name: string; contact: string; contactName: string }
export type DemoCustomer = {
  id: string
  name: string
  host: string
  /** Without a billing address an order cannot be invoiced. */
  isBillable: boolean
  rentsPlaces: boolean
  pickups: SavedStop[]
  deliveries: SavedStop[]
  products: DemoProduct[]
  /** Agreed hourly prices, with their types. */
  hourlyPrices: { id: string; type: string }[]
  /** Who sign in for the customer. */
  users: Viewer[]
}

export const streetAddress = (random: Random): string => `${random.pick(words.streets)} ${random.between(1, 78)}`
export const receiverIn = (random: Random, { town }: Town): string => random.pick(words.receivers).replace('{town}', town)

function firmOf(index: number): { name: string; host: string } {
  const { firmRoots, firmTrades } = words
  const root = firmRoots[index % firmRoots.length]
  // 7 and 20 share no factor, so that neighbours differ and 800 firms are all different.
  const trade = firmTrades[(index * 7 + Math.floor(index / firmRoots.length)) % firmTrades.length]
  const form = index % 9 === 8 ? 'Ky' : index % 13 === 12 ? 'Osuuskunta' : 'Oy'
  const round = Math.floor(index / (firmRoots.length * firmTrades.length))
  return {
    name: `${root} ${trade}${round === 0 ? '' : ` ${round + 1}`} ${form}`,
    host: `${asciiName(`${root} ${trade}${round || ''}`)}.example`,
  }
}

/** The server finds the point by the postal code. */
export const placeIn = (random: Random, { code, town }: Town) => ({
  field_osoite_1: streetAddress(random),
  field_postinumero: code,
  field_postitoimipaikka: town,
})

/** Makes a customer's own rows. */
function makerOf(history: History, asiakas: string, moment: Moment) {
  const { random } = history
  const addContact = (host: string, tyyppi: Row<'yhteyshenkilo'>['tyyppi']) => {
    const person = personOf(random, host)
    const name = `${person.etunimi} ${person.sukunimi}`
    return { contact: history.add('yhteyshenkilo', { name, ...person, tyyppi, asiakas }, moment), contactName: name }
  }
  const addStop = (stop: { name: string; town: Town; tyyppi: 'nouto' | 'toimitus'; host: string }): SavedStop => {
    const { name, town, tyyppi, host } = stop
    const contact = addContact(host, [tyyppi])
    const values = { name, ...placeIn(random, town), puhelin: phoneOf(random), tyyppi: [tyyppi], asiakas, yhteyshenkilo: contact.contact }
    return { address: history.add('postiosoite', values, moment), name, ...contact }
  }
  return { addContact, addStop }
}

const operators = ['003723327487', '003721291126', 'NDEAFIHH', 'OKOYFIHH', 'DABAFIHH'] as const

type Billing = { asiakas: string; name: string; y_tunnus: string; host: string; home: Town; index: number }

/** Each kind in turn is the default one; some have a second. The last of every forty has none yet, and shows up as missing. */
function addBilling(history: History, { home, host, index, y_tunnus, ...owner }: Billing, moment: Moment): void {
  if (index % 40 === 39) return
  const shared = { ...owner, tyyppi: ['laskutus' as const] }
  const kind = index % 3
  if (kind === 0 || index % 7 === 3)
    history.add('laskutusosoite_email', { ...shared, field_sahkopostiosoite: `laskut@${host}`, oletus: kind === 0 }, moment)
  if (kind === 1 || index % 7 === 5)
    history.add('laskutusosoite_posti', { ...shared, ...placeIn(history.random, home), oletus: kind === 1 }, moment)
  if (kind !== 2) return
  const address = { field_verkkolaskuosoite: `0037${y_tunnus.replace('-', '')}`, field_valittaja: history.random.pick(operators) }
  history.add('laskutusosoite_verkkolasku', { ...shared, ...address, oletus: true }, moment)
}

/** A customer with all that belongs to it but its users. `index` decides name, home and kinds; chance only the rest. */
export function addCustomer(
  history: History,
  { index, hourlyTypes }: { index: number; hourlyTypes: readonly string[] },
  moment: Moment,
): DemoCustomer {
  const { random } = history
  const { name, host } = firmOf(index)
  const home = towns[(index * 17 + 46) % towns.length]
  if (!home) throw new RangeError('No town')
  const y_tunnus = nextBusinessId(9_000_017 + index * 1373).id
  const rentsPlaces = index % 8 === 0
  const id = history.add(
    'asiakas',
    {
      name,
      y_tunnus,
      maksuehto: random.chance(0.7) ? 14 : random.pick([7, 21, 30]),
      talenom_asiakasnumero: String(20_100 + index),
      lisatiedot: random.chance(0.2) ? 'Tilaukset puhelimitse ennen klo 12.' : '',
      vuokrattava_hyllypaikka_eur_hinta: rentsPlaces ? 9.5 : 0,
      vuokrattava_hyllypaikka_fin_hinta: rentsPlaces ? 11 : 0,
    },
    moment,
  )
  const { addContact, addStop } = makerOf(history, id, moment)
  const visiting = history.add('postiosoite', { name, ...placeIn(random, home), tyyppi: ['kaynti'], asiakas: id }, moment)
  const pickups = ['', ', Tehdas', ', Terminaali'].slice(0, 1 + (index % 3)).map((label) => {
    const town = label === '' ? home : random.pick(towns)
    return addStop({ name: `${name}${label}`, town, tyyppi: 'nouto', host })
  })
  const deliveries = Array.from({ length: random.between(3, 6) }, () => {
    const town = random.pick(towns)
    return addStop({ name: receiverIn(random, town), town, tyyppi: 'toimitus', host: 'vastaanottaja.example' })
  })
  addContact(host, ['laskutus', 'muu'])
  const addresses = { kayntiosoite: visiting, nouto_osoite: pickups.map(({ address }) => address) }
  history.update('asiakas', { id, ...addresses }, { ...moment, at: moment.at + 60 })
  const hourlyPrices = hourlyTypes.slice(0, index % 3 === 0 ? 2 : 0).map((type, nth) => {
    const prices = { hinta_h: 58 + nth * 9 + (index % 5), hinta_km: 1.35, hinta_kpl: 12 }
    return { id: history.add('tuntituote_instanssi', { ...prices, asiakas: id, tuntituote_tyyppi: type }, moment), type }
  })
  addBilling(history, { asiakas: id, name, y_tunnus, host, home, index }, moment)
  const products = index < 8 || index % 5 === 0 ? addOwnProducts(history, { asiakas: id, index }, moment) : []
  return { id, name, host, isBillable: index % 40 !== 39, rentsPlaces, pickups, deliveries, products, hourlyPrices, users: [] }
}
