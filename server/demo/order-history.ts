import type { Row } from '#domain/model/registry.ts'
import type { DemoCompany, DemoDriver } from './company.ts'
import words from './data/words.json' with { type: 'json' }
import type { History, Moment } from './history.ts'
import { type OrderRequest, type PlacedOrder, placeOrder } from './order-draft.ts'
import type { SignatureFiles } from './signatures.ts'

type ShipmentState = Row<'lahetys'>['tila']
/** The final state of an order; the state tables (domain/entities/order/order.states.ts) define the steps to it. */
export type Ending =
  | Exclude<ShipmentState, 'odottaa_noutoa' | 'kuljetuksessa'>
  | ('uusi' | 'matkalla' | 'osin_toimitettu' | 'osin_peruutettu' | 'laskutettu')

/** The times of the steps, each after the one before; an ending uses those that it reaches. `invoiced` is 0 for never. */
export type Times = { ordered: number; assigned: number; pickedUp: number; underWay: number; delivered: number; invoiced: number }
export type OrderPlan = {
  ending: Ending
  times: Times
  request: OrderRequest
  /** Null while no driver is assigned. */
  driver: DemoDriver | null
  /** Moved through a terminal. */
  transferred: boolean
  /** A late order is late because delivering its first shipment failed. */
  hasFailed?: boolean
  /** Typed by an administrator when a driver is assigned; 0 leaves the price to the price list. */
  typedPrice: number
  /** Invoiced by an invoice of ours, which is made after the history; otherwise only marked as invoiced. */
  hasInvoice?: boolean
}
export type OrderCast = { history: History; company: DemoCompany; signatures: SignatureFiles | null }

const failures = [
  { syy: 'ei_tavoitettu', selite: 'Ovi lukossa, kukaan ei vastannut puhelimeen.' },
  { syy: 'vaara_osoite', selite: 'Yritys on muuttanut, ovessa lappu.' },
  { syy: 'kieltaytyi', selite: 'Vastaanottaja ei löytänyt tilausta järjestelmästään.' },
] as const

type Lines = { shipments: readonly string[]; jobs?: readonly string[] }
/** Fields that shipments have too. */
type LineValues = Partial<Pick<Row<'tuntituote'>, 'tila' | 'kuljettaja' | 'auto'>>

function change(history: History, { shipments, jobs = [] }: Lines, { moment, ...values }: LineValues & { moment: Moment }): void {
  for (const id of shipments) history.update('lahetys', { id, ...values }, moment)
  for (const id of jobs) history.update('tuntituote', { id, ...values }, moment)
}

/** Acknowledges on the driver's phone, as the app saves it: the states, the signature's file and the acknowledgement in one save. */
function deliver({ history, signatures }: OrderCast, { shipments, receiver, asiakas }: PlacedOrder, moment: Moment): void {
  if (shipments.length === 0) return
  change(history, { shipments }, { tila: 'toimitettu', moment })
  const kuittaus = signatures?.add(history, asiakas, moment) ?? null
  history.add('v_o_kuittaus', { nimenselvennys: receiver, laitteen_aika: moment.at, lahetykset: shipments, kuittaus }, moment)
}

function makeLate({ history }: OrderCast, first: string, { moment, hasFailed }: { moment: Moment; hasFailed: boolean }): void {
  const failure = hasFailed ? history.random.pick(failures) : null
  const poikkeama = failure && history.add('toimituspoikkeama', { ...failure, laitteen_aika: moment.at, lahetykset: [first] }, moment)
  history.update('lahetys', { id: first, tila: 'myohassa', poikkeama }, moment)
}

/** The states of a transfer; below, the start of each as a share of the time from `pickedUp` to `underWay`. */
const transferStates = ['odottaa_siirtoa', 'siirto', 'siirretty', 'kuljetuksessa'] as const
const transferShares = { odottaa_siirtoa: 0.3, siirto: 0.5, siirretty: 0.8, kuljetuksessa: 1 }

/** Moves the shipments to a terminal and, when the ending is a later state, onward. */
function transfer({ history, company }: OrderCast, shipments: readonly string[], { ending, times, driver }: OrderPlan): void {
  const { pickedUp, underWay } = times
  const by = driver ?? company.administrators[0]
  for (const tila of transferStates) {
    const terminal = tila === 'siirretty' ? { nykyinen_osoite: history.random.pick(company.terminals) } : {}
    const moment = { by, at: pickedUp + Math.round((underWay - pickedUp) * transferShares[tila]) }
    for (const id of shipments) history.update('lahetys', { id, tila, ...terminal }, moment)
    if (tila === ending) return
  }
}

export const isInvoiced = ({ ending, times }: OrderPlan): boolean =>
  times.invoiced > 0 && (ending === 'laskutettu' || ending === 'osin_peruutettu')

/** Adds an order and its changes up to its ending, each step by the user who takes it. */
export function addOrder(cast: OrderCast, plan: OrderPlan): PlacedOrder {
  const { history, company } = cast
  const { random } = history
  const { driver, ending, times, request } = plan
  const [office] = company.administrators
  const { users } = request.customer
  const buyer = users.length > 0 && random.chance(0.8) ? random.pick(users) : office
  const order = placeOrder(history, company, { request, moment: { by: buyer, at: times.ordered } })
  const sent = { by: office, at: times.assigned }
  // No price list covers deliveries abroad.
  const hinta = plan.typedPrice || (order.isAbroad && isInvoiced(plan) ? 250 : 0)
  if (driver && hinta > 0) history.update('tilaus', { id: order.id, hinta }, sent)
  if (driver) change(history, order, { kuljettaja: driver.userId, auto: driver.car, moment: sent })
  if (ending === 'peruutettu') {
    const byCustomer = buyer !== office && random.chance(0.6)
    const reason = byCustomer ? '' : random.pick(words.cancelReasons)
    change(history, order, { tila: 'peruutettu', moment: { by: byCustomer ? buyer : office, at: times.pickedUp, reason } })
  } else if (ending !== 'uusi') drive(cast, order, plan)
  return order
}

function drive(cast: OrderCast, order: PlacedOrder, plan: OrderPlan): void {
  const { history, company } = cast
  const { ending, times } = plan
  const [office] = company.administrators
  const by = plan.driver ?? office
  const [first = '', ...others] = order.shipments
  const shipments = ending === 'osin_peruutettu' ? others : order.shipments
  if (ending === 'osin_peruutettu') {
    const moment = { by: office, at: times.pickedUp - 600, reason: history.random.pick(words.cancelReasons) }
    change(history, { shipments: [first] }, { tila: 'peruutettu', moment })
  }
  const pickedUp = { by, at: times.pickedUp }
  change(history, { shipments }, { tila: 'kuljetuksessa', moment: pickedUp })
  for (const id of order.jobs) history.update('tuntituote', { id, tila: 'kuljetuksessa', aloitusaika: pickedUp.at }, pickedUp)
  if (ending === 'matkalla') return
  if (plan.transferred || ending in transferShares) transfer(cast, shipments, plan)
  if (ending in transferShares) return
  const delivered = { by, at: times.delivered }
  if (ending === 'myohassa') makeLate(cast, first, { moment: { by, at: times.underWay }, hasFailed: plan.hasFailed ?? false })
  else deliver(cast, { ...order, shipments: ending === 'osin_toimitettu' ? [first] : shipments }, delivered)
  if (ending === 'myohassa' || ending === 'osin_toimitettu') return
  for (const id of order.jobs) history.update('tuntituote', { id, tila: 'toimitettu', lopetusaika: delivered.at }, delivered)
  if (isInvoiced(plan) && !plan.hasInvoice)
    history.update('tilaus', { id: order.id, tilauksen_tila: 'laskutettu' }, { by: office, at: times.invoiced })
}
