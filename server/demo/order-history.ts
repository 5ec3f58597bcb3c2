import type { Row } from '#domain/model/registry.ts'
import type { DemoCompany, DemoDriver } from './company.ts'
import words from './data/words.json' with { type: 'json' }
import type { History, Moment } from './history.ts'
import { type OrderWish, type PlacedOrder, placeOrder } from './order-draft.ts'
import type { SignatureFiles } from './signatures.ts'

/** How far an order has come, by the ways of the state tables (domain/entities/order/order.states.ts). */
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

/** When things happened, each after the one before; an ending uses those that it reaches. `invoiced` is 0 for never. */
export type Times = { ordered: number; assigned: number; pickedUp: number; underWay: number; delivered: number; invoiced: number }
export type OrderPlan = {
  ending: Ending
  times: Times
  wish: OrderWish
  /** Null while nobody has been sent. */
  driver: DemoDriver | null
  /** By way of a terminal. */
  transferred: boolean
  /** Typed by an administrator when a driver is sent; 0 leaves the price to the list. */
  typedPrice: number
}
export type OrderCast = { history: History; company: DemoCompany; signatures: SignatureFiles | null }

type ShipmentState = Row<'lahetys'>['tila']
const failures = [
  { syy: 'ei_tavoitettu', selite: 'Ovi lukossa, kukaan ei vastannut puhelimeen.' },
  { syy: 'vaara_osoite', selite: 'Yritys on muuttanut, ovessa lappu.' },
  { syy: 'kieltaytyi', selite: 'Vastaanottaja ei löytänyt tilausta järjestelmästään.' },
] as const

type Move = { tila: ShipmentState; nykyinen_osoite?: string } & Moment

function move(history: History, ids: readonly string[], { at, by, reason = '', ...values }: Move): void {
  for (const id of ids) history.update('lahetys', { id, ...values }, { at, by, reason })
}

/** Signed for on the driver's phone, as the app saves it: the states, the signature's file and the acknowledgement at once. */
function deliver({ history, signatures }: OrderCast, { shipments, receiver, asiakas }: PlacedOrder, moment: Moment): void {
  if (shipments.length === 0) return
  move(history, shipments, { tila: 'toimitettu', ...moment })
  const kuittaus = signatures?.add(history, asiakas, moment) ?? null
  history.add('v_o_kuittaus', { nimenselvennys: receiver, laitteen_aika: moment.at, lahetykset: shipments, kuittaus }, moment)
}

function cancel(history: History, { shipments, jobs }: Pick<PlacedOrder, 'shipments' | 'jobs'>, moment: Moment): void {
  move(history, shipments, { tila: 'peruutettu', ...moment })
  for (const id of jobs) history.update('tuntituote', { id, tila: 'peruutettu' }, moment)
}

/** Of the late every other one is so because nobody took the first shipment in. */
function fail({ history }: OrderCast, [first]: readonly string[], moment: Moment): void {
  if (first === undefined) return
  const failure = history.random.chance(0.5) ? history.random.pick(failures) : null
  const poikkeama = failure && history.add('toimituspoikkeama', { ...failure, laitteen_aika: moment.at, lahetykset: [first] }, moment)
  history.update('lahetys', { id: first, tila: 'myohassa', poikkeama }, moment)
}

/** Takes the shipments to a terminal and, when the ending lies beyond it, onward. */
function transfer({ history, company }: OrderCast, shipments: readonly string[], { ending, times, driver }: OrderPlan): void {
  const { pickedUp, underWay } = times
  const by = driver ?? company.administrators[0]
  const moment = (share: number) => ({ by, at: pickedUp + Math.round((underWay - pickedUp) * share) })
  move(history, shipments, { tila: 'odottaa_siirtoa', ...moment(0.3) })
  if (ending === 'odottaa_siirtoa') return
  move(history, shipments, { tila: 'siirto', ...moment(0.5) })
  if (ending === 'siirto') return
  const nykyinen_osoite = history.random.pick(company.terminals)
  move(history, shipments, { tila: 'siirretty', nykyinen_osoite, ...moment(0.8) })
  if (ending !== 'siirretty') move(history, shipments, { tila: 'kuljetuksessa', ...moment(1) })
}

const isInvoiced = ({ ending, times }: OrderPlan): boolean =>
  times.invoiced > 0 && (ending === 'laskutettu' || ending === 'osin_peruutettu')
const transferEndings: readonly Ending[] = ['odottaa_siirtoa', 'siirto', 'siirretty']

/** The life of an order up to its ending, each step by the one who takes it. */
export function addOrder(cast: OrderCast, plan: OrderPlan): PlacedOrder {
  const { history, company } = cast
  const { random } = history
  const { customer } = plan.wish
  const { driver, ending, times } = plan
  const [office] = company.administrators
  const buyer = customer.users.length > 0 && random.chance(0.8) ? random.pick(customer.users) : office
  const order = placeOrder(history, company, { wish: plan.wish, moment: { by: buyer, at: times.ordered } })
  // No list reaches over the border.
  const price = plan.typedPrice || (order.isAbroad && isInvoiced(plan) ? 250 : 0)
  if (driver) assign(history, order, { driver, price, moment: { by: company.administrators[0], at: times.assigned } })
  if (ending === 'uusi') return order
  if (ending === 'peruutettu') {
    const byCustomer = buyer !== office && random.chance(0.6)
    const reason = byCustomer ? '' : random.pick(words.cancelReasons)
    cancel(history, order, { by: byCustomer ? buyer : office, at: times.pickedUp, reason })
  } else drive(cast, order, plan)
  return order
}

type Assignment = { driver: DemoDriver; price: number; moment: Moment }

function assign(history: History, { id, shipments, jobs }: PlacedOrder, { driver, price, moment }: Assignment): void {
  const sent = { kuljettaja: driver.userId, auto: driver.car }
  if (price > 0) history.update('tilaus', { id, hinta: price }, moment)
  for (const shipment of shipments) history.update('lahetys', { id: shipment, ...sent }, moment)
  for (const job of jobs) history.update('tuntituote', { id: job, ...sent }, moment)
}

function drive(cast: OrderCast, order: PlacedOrder, plan: OrderPlan): void {
  const { history, company } = cast
  const { ending, times } = plan
  const by = plan.driver ?? company.administrators[0]
  const [first = '', ...others] = order.shipments
  const shipments = ending === 'osin_peruutettu' ? others : order.shipments
  if (ending === 'osin_peruutettu') {
    const reason = history.random.pick(words.cancelReasons)
    cancel(history, { shipments: [first], jobs: [] }, { by: company.administrators[0], at: times.pickedUp - 600, reason })
  }
  move(history, shipments, { tila: 'kuljetuksessa', by, at: times.pickedUp })
  for (const id of order.jobs)
    history.update('tuntituote', { id, tila: 'kuljetuksessa', aloitusaika: times.pickedUp }, { by, at: times.pickedUp })
  if (ending === 'matkalla') return
  if (plan.transferred || transferEndings.includes(ending)) transfer(cast, shipments, plan)
  if (transferEndings.includes(ending)) return
  if (ending === 'myohassa') {
    fail(cast, shipments, { by, at: times.underWay })
    return
  }
  const isPart = ending === 'osin_toimitettu'
  deliver(cast, { ...order, shipments: isPart ? [first] : shipments }, { by, at: times.delivered })
  for (const id of isPart ? [] : order.jobs)
    history.update('tuntituote', { id, tila: 'toimitettu', lopetusaika: times.delivered }, { by, at: times.delivered })
  if (isInvoiced(plan))
    history.update('tilaus', { id: order.id, tilauksen_tila: 'laskutettu' }, { by: company.administrators[0], at: times.invoiced })
}
