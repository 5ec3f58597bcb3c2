import type { Asiakas } from '../../entities/customer/customer.entity.ts'
import { type BillingFields, type BillingKind, billingFields, billingKindOf } from '../../entities/order/order.billing.ts'
import type { Tilaus } from '../../entities/order/order.entity.ts'
import { toCents } from '../../values/money.ts'
import { billingPeriodOf } from './billing-period.ts'
import { type Charged, type ChargedJob, chargedWork } from './charged-work.ts'
import { type MissingInvoiceDetail, missingForInvoice, missingLabels } from './missing-for-invoice.ts'
import { type MissingForProvider, missingForProvider, missingForProviderLabels, type Receiver } from './providers/missing-for-provider.ts'

/** A delivered order with what its invoice row says. */
export type BillableOrder = BillingFields & {
  id: string
  tunniste: string
  tyyppi: Tilaus['tyyppi']
  hinta: number
  timestamp_toimitettu: number
  laskutus_viesti: string
  /** The next billing day of its route is still ahead. */
  odottaa?: boolean
  /** Live shipments. */
  lahetyksia: number
  /** Live hourly jobs. */
  tuntityot: readonly ChargedJob[]
  /** The own references of its live lines, and the number of its summary waybill; '' without shipments. */
  viitteet: readonly string[]
  rahtikirja: string
  /** Towns of its first pickup and last delivery; '' when unknown. */
  from: string
  to: string
  asiakas: Pick<Asiakas, 'id' | 'name' | 'tyyppi' | 'y_tunnus' | 'maksuehto' | 'laskutusvali' | 'talenom_asiakasnumero'>
  ryhma: { id: string; tunniste: string; hinta: number; kesken: boolean } | null
}

export type PlannedRow = {
  name: string
  orders: readonly BillableOrder[]
  group: string | null
  netCents: number
  vatPercent: number
  deliveredAt: number
  references: readonly string[]
  /** Of its orders and their group. */
  orderNumbers: readonly string[]
  waybill: string
} & Charged
export type PlannedInvoice = { customer: BillableOrder['asiakas']; channel: BillingKind; rows: readonly PlannedRow[] }
export const missingForSendingLabels = { ...missingLabels, ...missingForProviderLabels } as const
export type MissingForSending = MissingInvoiceDetail | MissingForProvider
/** Why an order cannot be invoiced: a sentence, and the details that it lacks. */
export type Refusal = { message: string; missing: readonly MissingForSending[] }
/** `refused`: by order. */
export type InvoicePlan = { invoices: readonly PlannedInvoice[]; refused: ReadonlyMap<string, Refusal> }

/** What becomes one row: an order, or all orders of a group. */
type Unit = readonly [BillableOrder, ...BillableOrder[]]

const maxRowName = 100

type Terms = { receiver: Receiver; vatRateAt: (at: number) => number }

/**
 * Invoices of the orders. Every order of a group must be among them. `vatRateAt` gives the rate of a day (unix seconds)
 * (rules/invoicing.md#joint-invoices, rules/values.md#vat).
 */
export function planInvoices(orders: readonly BillableOrder[], { receiver, vatRateAt }: Terms): InvoicePlan {
  const refused = new Map<string, Refusal>()
  const units: Unit[] = []
  for (const some of Map.groupBy(orders, ({ id, ryhma }) => ryhma?.id ?? id).values()) {
    const [first, ...others] = some.toSorted((a, b) => a.timestamp_toimitettu - b.timestamp_toimitettu || (a.id < b.id ? -1 : 1))
    if (!first) continue
    const fault = faultOf([first, ...others], { receiver, vatRateAt })
    if (fault === null) units.push([first, ...others])
    else for (const { id } of some) refused.set(id, fault)
  }
  const invoices = [...Map.groupBy(units, invoiceKeyOf).values()].flatMap((some): PlannedInvoice[] => {
    const [[head] = []] = some
    const channel = head && billingKindOf(head)
    return head && channel ? [{ customer: head.asiakas, channel, rows: some.map((unit) => rowOf(unit, vatRateAt)) }] : []
  })
  return { invoices, refused }
}

/** A group is one row of one invoice, which has one buyer. */
function faultOf(unit: Unit, { receiver, vatRateAt }: Terms): Refusal | null {
  const vatPercent = vatRateAt(deliveryOf(unit))
  const missing = new Set<MissingForSending>(
    unit.flatMap((order) => [
      ...missingForInvoice(order, order.asiakas, order.ryhma),
      ...missingForProvider({ order, customer: order.asiakas, vatPercent }, receiver),
    ]),
  )
  if (missing.size > 0) return { message: missingSentence(missing), missing: [...missing] }
  const isSame = unit.every((order) => billingFields.every((field) => order[field] === unit[0][field]))
  return isSame ? null : { message: 'Ryhmän tilauksilla on eri laskutustiedot.', missing: [] }
}

const missingSentence = (missing: ReadonlySet<MissingForSending>): string =>
  `${[...missing].map((detail) => missingForSendingLabels[detail]).join('. ')}.`

/** Of a group, that of its last order, which decides its rate of VAT. */
const deliveryOf = (unit: Unit): number => Math.max(...unit.map(({ timestamp_toimitettu }) => timestamp_toimitettu))

/** Rows with the same key are on one invoice: of one customer, one billing address and one period. */
function invoiceKeyOf([first, ...others]: Unit): string {
  const last = others.at(-1) ?? first
  const period = billingPeriodOf(first.asiakas.laskutusvali, last.timestamp_toimitettu)
  if (period === null) return first.id
  return JSON.stringify([first.asiakas.id, period, ...billingFields.map((field) => first[field])])
}

/** A group is one row with its joint price, taxed by the day of its last delivery. */
function rowOf(unit: Unit, vatRateAt: (at: number) => number): PlannedRow {
  const [first] = unit
  const deliveredAt = deliveryOf(unit)
  const netCents = toCents((first.ryhma ?? first).hinta)
  return {
    name: rowNameOf(unit),
    orders: unit,
    group: first.ryhma?.id ?? null,
    netCents,
    ...chargedWork(first.ryhma === null && first.lahetyksia === 0 ? first.tuntityot : [], netCents),
    vatPercent: vatRateAt(deliveredAt),
    deliveredAt,
    references: [...new Set(unit.flatMap(({ viitteet }) => viitteet))],
    orderNumbers: [...unit.map(({ tunniste }) => tunniste), ...(first.ryhma ? [first.ryhma.tunniste] : [])],
    waybill: unit.length === 1 ? first.rahtikirja : '',
  }
}

function rowNameOf(unit: Unit): string {
  const [{ ryhma }] = unit
  if (ryhma === null) return cut(orderNameOf(unit[0]))
  const isHourly = unit.every(({ lahetyksia }) => lahetyksia === 0)
  return cut(`${isHourly ? 'Tuntityöt' : 'Kuljetukset'} ${unit.map(({ tunniste }) => tunniste).join(', ')}`)
}

/** The message of a rental's order names the rental and its period. */
function orderNameOf({ tunniste, tyyppi, laskutus_viesti, lahetyksia, from, to }: BillableOrder): string {
  if (tyyppi === 'vuokraus') return laskutus_viesti.replaceAll(/\s+/g, ' ').trim() || `Vuokra ${tunniste}`
  if (lahetyksia === 0) return `Tuntityö ${tunniste}`
  return from !== '' && to !== '' ? `Kuljetus ${tunniste}, ${from}–${to}` : `Kuljetus ${tunniste}`
}

const cut = (text: string): string => (text.length > maxRowName ? `${text.slice(0, maxRowName - 1)}…` : text)
