import type { Viewer } from '#domain/access/roles.ts'
import type { Row } from '#domain/model/registry.ts'
import { nextBusinessId } from './business-id.ts'
import words from './data/words.json' with { type: 'json' }
import type { History, Moment } from './history.ts'
import { asciiName, personOf, phoneOf } from './people.ts'
import { isNearby, type Town, towns } from './places.ts'
import { addOwnProducts } from './products.ts'
import type { Random } from './random.ts'

export type DemoCustomer = ReturnType<typeof addCustomer>
/** A saved address with the person there. */
export type SavedStop = DemoCustomer['pickups'][number]

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

const operators = ['003723327487', '003721291126', 'NDEAFIHH', 'OKOYFIHH', 'DABAFIHH'] as const

type Billing = { asiakas: string; name: string; y_tunnus: string; host: string; home: Town; index: number }

/** The kinds are the default one in turn; some customers have a second. The last of every forty has none, and is listed as missing. */
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

/** A customer with all its rows except users. `index` decides name, town and kinds; the rest is random. */
export function addCustomer(history: History, { index, hourlyTypes }: { index: number; hourlyTypes: readonly string[] }, moment: Moment) {
  const { random } = history
  const { name, host } = firmOf(index)
  const home = towns[(index * 17 + 46) % towns.length] ?? random.pick(towns)
  const y_tunnus = nextBusinessId(9_000_017 + index * 1373)
  const rentsPlaces = index % 8 === 0
  const values = {
    ...{ name, y_tunnus, talenom_asiakasnumero: String(20_100 + index) },
    maksuehto: random.chance(0.7) ? 14 : random.pick([7, 21, 30]),
    // The first customer, of the sign-ins `asiakas`, gets joint invoices.
    laskutusvali: index === 0 ? ('puolikuu' as const) : ('tilaus' as const),
    lisatiedot: random.chance(0.2) ? 'Tilaukset puhelimitse ennen klo 12.' : '',
    ...(rentsPlaces ? { vuokrattava_hyllypaikka_eur_hinta: 9.5, vuokrattava_hyllypaikka_fin_hinta: 11 } : {}),
  }
  const id = history.add('asiakas', values, moment)

  const addContact = (at: string, tyyppi: Row<'yhteyshenkilo'>['tyyppi']) => {
    const person = personOf(random, at)
    return { contact: history.add('yhteyshenkilo', { ...person, tyyppi, asiakas: id }, moment), contactName: person.name }
  }
  const addStop = (tyyppi: 'nouto' | 'toimitus', town: Town, stop: { name: string; host: string }) => {
    const contact = addContact(stop.host, [tyyppi])
    const place = { name: stop.name, ...placeIn(random, town), puhelin: phoneOf(random), tyyppi: [tyyppi] }
    const address = history.add('postiosoite', { ...place, asiakas: id, yhteyshenkilo: contact.contact }, moment)
    return { address, isNearby: isNearby(town), ...contact }
  }
  const visiting = history.add('postiosoite', { name, ...placeIn(random, home), tyyppi: ['kaynti'], asiakas: id }, moment)
  const pickups = ['', ', Tehdas', ', Terminaali'].slice(0, 1 + (index % 3)).map((label) => {
    const town = label === '' ? home : random.pick(towns)
    return addStop('nouto', town, { name: `${name}${label}`, host })
  })
  const deliveries = Array.from({ length: random.between(3, 6) }, () => {
    const town = random.pick(towns)
    return addStop('toimitus', town, { name: receiverIn(random, town), host: 'vastaanottaja.example' })
  })
  addContact(host, ['laskutus', 'muu'])
  const addresses = { kayntiosoite: visiting, nouto_osoite: pickups.map(({ address }) => address) }
  history.update('asiakas', { id, ...addresses }, { ...moment, at: moment.at + 60 })

  /** Agreed hourly prices, with their types. */
  const hourlyPrices = hourlyTypes.slice(0, index % 3 === 0 ? 2 : 0).map((type, nth) => {
    const prices = { hinta_h: 58 + nth * 9 + (index % 5), hinta_km: 1.35, hinta_kpl: 12 }
    return { id: history.add('tuntituote_instanssi', { ...prices, asiakas: id, tuntituote_tyyppi: type }, moment), type }
  })
  addBilling(history, { asiakas: id, name, y_tunnus, host, home, index }, moment)
  const products = index < 8 || index % 5 === 0 ? addOwnProducts(history, { asiakas: id, index }, moment) : []
  /** The users of the customer. */
  const users: Viewer[] = []
  // Without a billing address an order cannot be invoiced.
  return {
    id,
    name,
    host,
    isNearby: isNearby(home),
    isBillable: index % 40 !== 39,
    rentsPlaces,
    pickups,
    deliveries,
    products,
    hourlyPrices,
    users,
  }
}
