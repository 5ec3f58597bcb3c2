import type { Asiakas } from '../../entities/customer/customer.entity.ts'
import { type BillingFields, type BillingKind, billingFields, billingKindOf } from '../../entities/order/order.billing.ts'
import type { Tilaus } from '../../entities/order/order.entity.ts'
import { toCents } from '../../values/money.ts'
import { billingPeriodOf } from './billing-period.ts'
import { type Charged, type ChargedJob, chargedWork } from './charged-work.ts'
import { type MissingInvoiceDetail, missingForInvoice, missingLabels } from './missing-for-invoice.ts'

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
  asiakas: Pick<Asiakas, 'id' | 'name' | 'tyyppi' | 'y_tunnus' | 'maksuehto' | 'laskutusvali'>
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
/** `refused`: by order, why it cannot be invoiced. */
export type InvoicePlan = { invoices: readonly PlannedInvoice[]; refused: ReadonlyMap<string, string> }

/** What becomes one row: an order, or all orders of a group. */
type Unit = readonly [BillableOrder, ...BillableOrder[]]

const maxRowName = 100

/**
 * Invoices of the orders. Every order of a group must be among them. `vatRateAt` gives the rate of a day (unix seconds)
 * (rules/invoicing.md#joint-invoices, rules/values.md#vat).
 */
export function planInvoices(orders: readonly BillableOrder[], vatRateAt: (at: number) => number): InvoicePlan {
  const refused = new Map<string, string>()
  const units: Unit[] = []
  for (const some of Map.groupBy(orders, ({ id, ryhma }) => ryhma?.id ?? id).values()) {
    const [first, ...others] = some.toSorted((a, b) => a.timestamp_toimitettu - b.timestamp_toimitettu || (a.id < b.id ? -1 : 1))
    if (!first) continue
    const fault = faultOf([first, ...others])
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
function faultOf(unit: Unit): string | null {
  const missing = new Set(unit.flatMap((order) => missingForInvoice(order, order.asiakas, order.ryhma)))
  if (missing.size > 0) return missingSentence(missing)
  const isSame = unit.every((order) => billingFields.every((field) => order[field] === unit[0][field]))
  return isSame ? null : 'Ryhmän tilauksilla on eri laskutustiedot.'
}

const missingSentence = (missing: ReadonlySet<MissingInvoiceDetail>): string =>
  `${[...missing].map((detail) => missingLabels[detail]).join('. ')}.`

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
  const deliveredAt = Math.max(...unit.map(({ timestamp_toimitettu }) => timestamp_toimitettu))
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
