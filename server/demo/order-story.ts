import type { Row } from '#domain/registry.ts'
import { rules } from '#domain/rules.ts'
import { fileUri } from '../files/new-file.ts'
import type { Book, Deed } from './book.ts'
import type { Company, Driver } from './company.ts'
import type { Customer } from './customer.ts'
import { type Conclude, type Order, placeOrder, ruleContext, type Step, sha256, takeStep } from './order-life.ts'
import { liveSum, pricing } from './order-prices.ts'
import { drawSignature } from './signature.ts'
import { cancelReasons, failures } from './words.ts'

/** How far an order has come. The ways there are those of the state tables (domain/entities/order/order.states.ts). */
export type Ending =
  | 'uusi'
  | 'matkalla'
  | 'osin_toimitettu'
  | 'odottaa_siirtoa'
  | 'siirto'
  | 'siirretty'
  | 'myohassa'
  | 'toimitettu'
  | 'osin_peruutettu'
  | 'laskutettu'
  | 'peruutettu'

/** When things happened; an ending uses those that it reaches. */
export type Times = { ordered: number; assigned: number; pickedUp: number; underWay: number; delivered: number; invoiced: number }
export type Story = {
  ending: Ending
  times: Times
  customer: Customer
  /** Null while nobody has been sent. */
  driver: Driver | null
  /** By way of a terminal. */
  transferred: boolean
  /** Typed by an administrator, by the price list alone, or not at all. */
  priced: 'hand' | 'list' | 'none'
}
/** Where the bytes of signatures go. */
export type Signatures = { save: (id: string, bytes: Buffer) => void }

/** `byList` prices what is ordered, where there is a list. */
type Cast = { book: Book; company: Company; signatures: Signatures | null; byList?: Conclude }
type ShipmentState = Row<'lahetys'>['tila']

const toShipments = (tila: ShipmentState, chosen: (row: Row<'lahetys'>, index: number) => boolean = () => true): Step['lahetys'] => {
  return (row, index) => (row.tila !== 'peruutettu' && chosen(row, index) ? { tila } : null)
}

/** Signed for on the driver's phone: the file, its row and the acknowledgement with its sum. */
function acknowledge({ book, signatures }: Cast, order: Order, chosen: readonly Row<'lahetys'>[], deed: Deed): void {
  const [first] = chosen
  if (!first) return
  const asiakas = order.tilaus.asiakas
  let file: Row<'file'> | null = null
  if (signatures) {
    const bytes = drawSignature(book.random)
    const draft = book.draft('file', {
      name: 'allekirjoitus.png',
      filename: 'allekirjoitus.png',
      filemime: 'image/png',
      kuvaus: 'Allekirjoitus',
      asiakas,
    })
    const stored = { filesize: bytes.length, tarkiste: sha256(bytes), uri: fileUri(draft.id), lisaaja: deed.by }
    file = book.save('file', null, { ...draft, ...stored }, deed)
    book.keep('file', file)
    signatures.save(file.id, bytes)
  }
  const name = `${first.toimitus_yhteyshenkilo_etunimi} ${first.toimitus_yhteyshenkilo_sukunimi}`
  const values = {
    nimenselvennys: name,
    laitteen_aika: deed.at,
    asiakas,
    lahetykset: chosen.map(({ id }) => id),
    kuittaus: file?.id ?? null,
  }
  const draft = book.draft('v_o_kuittaus', values)
  const related = { lahetykset: chosen, kuittaus: file ? [file] : [] }
  const sums = rules.v_o_kuittaus?.derive?.({ before: null, after: draft }, ruleContext(deed), related)
  book.keep('v_o_kuittaus', book.save('v_o_kuittaus', null, { ...draft, ...sums }, deed))
}

/** Of those told late every other one is so because nobody took the first shipment in; null for the others. */
function failure({ book }: Cast, { tilaus, lahetykset }: Order, deed: Deed): string | null {
  const [first] = lahetykset
  if (!first || tilaus.tilausnro % 2 === 1) return null
  const told = failures[tilaus.tilausnro % failures.length]
  return book.add('toimituspoikkeama', { ...told, laitteen_aika: deed.at, asiakas: tilaus.asiakas, lahetykset: [first.id] }, deed).id
}

/** Tells an order's story up to its ending, deed by deed, each by the one whose it is. */
export function tellOrder(cast: Cast, draft: Order, story: Story): Order {
  const { book, company } = cast
  const { customer, driver, ending, times } = story
  const { random } = book
  const office = random.pick(company.administrators)
  const buyer = customer.users.length > 0 && random.chance(0.8) ? random.pick(customer.users) : office
  const byList = story.priced === 'none' ? undefined : cast.byList
  let order = placeOrder(book, draft, { by: buyer, at: times.ordered }, byList)
  const step = (what: Step, by: string, at: number, why?: string) => {
    order = takeStep(book, order, what, why === undefined ? { by, at } : { by, at, why }, byList)
  }

  if (driver) {
    const price = story.priced === 'hand' ? pricing(order, customer) : null
    const sent = { kuljettaja: driver.id, auto: driver.car }
    step(
      {
        ...(price ? { tilaus: price.tilaus } : {}),
        lahetys: (row, index) => ({ ...price?.lahetys(row, index), ...sent }),
        tuntituote: (row, index) => ({ ...price?.tuntituote(row, index), ...sent }),
      },
      office,
      times.assigned,
    )
  }
  if (ending === 'uusi') return order
  if (ending === 'peruutettu') {
    const cancelled = { lahetys: toShipments('peruutettu'), tuntituote: () => ({ tila: 'peruutettu' as const }) }
    const byCustomer = buyer !== office && random.chance(0.6)
    step(cancelled, byCustomer ? buyer : office, times.pickedUp, byCustomer ? '' : random.pick(cancelReasons))
    return order
  }

  const hauler = driver?.id ?? office
  if (ending === 'osin_peruutettu') {
    step({ lahetys: toShipments('peruutettu', (_row, index) => index === 0) }, office, times.pickedUp - 600, random.pick(cancelReasons))
  }
  step(
    { lahetys: toShipments('kuljetuksessa'), tuntituote: () => ({ tila: 'kuljetuksessa', aloitusaika: times.pickedUp }) },
    hauler,
    times.pickedUp,
  )
  if (ending === 'matkalla') return order

  const terminal = random.pick(company.terminals).address.id
  const part = (share: number) => times.pickedUp + Math.round((times.underWay - times.pickedUp) * share)
  if (story.transferred || ending === 'odottaa_siirtoa' || ending === 'siirto' || ending === 'siirretty') {
    step({ lahetys: toShipments('odottaa_siirtoa') }, office, part(0.3))
    if (ending === 'odottaa_siirtoa') return order
    step({ lahetys: toShipments('siirto') }, hauler, part(0.5))
    if (ending === 'siirto') return order
    const arrived = toShipments('siirretty')
    step({ lahetys: (row, index) => (arrived?.(row, index) ? { tila: 'siirretty', nykyinen_osoite: terminal } : null) }, hauler, part(0.8))
    if (ending === 'siirretty') return order
    step({ lahetys: toShipments('kuljetuksessa') }, hauler, times.underWay)
  }
  if (ending === 'myohassa') {
    const first = toShipments('myohassa', (_row, index) => index === 0)
    const failed = failure(cast, order, { by: hauler, at: times.underWay })
    step({ lahetys: (row, index) => (first?.(row, index) ? { tila: 'myohassa', poikkeama: failed } : null) }, hauler, times.underWay)
    return order
  }

  const isDelivered = (row: Row<'lahetys'>, index: number) => row.tila === 'kuljetuksessa' && (ending !== 'osin_toimitettu' || index === 0)
  const before = order.lahetykset
  step(
    {
      lahetys: toShipments('toimitettu', isDelivered),
      tuntituote: () => (ending === 'osin_toimitettu' ? null : { tila: 'toimitettu', lopetusaika: times.delivered }),
    },
    hauler,
    times.delivered,
  )
  const signed = order.lahetykset.filter((_row, index) => {
    const was = before[index]
    return was !== undefined && isDelivered(was, index)
  })
  acknowledge(cast, order, signed, { by: hauler, at: times.delivered + 40 })
  if (ending === 'osin_peruutettu' && story.priced === 'hand') step({ tilaus: { hinta: liveSum(order) } }, office, times.delivered + 1800)
  if ((ending === 'laskutettu' || ending === 'osin_peruutettu') && times.invoiced > 0) {
    step({ tilaus: { tilauksen_tila: 'laskutettu' } }, office, times.invoiced)
  }
  return order
}
