import { writeNumber } from '../../values/number.ts'
import type { WaybillForm } from './forms.ts'

/** The numbers that determine how much has to be drawn for an order; cancelled shipments are not counted. */
export type WaybillSize = {
  readonly tunniste: string
  readonly shipments: number
  readonly packages: number
  /** Pages of the shipments' own waybills, and lines of their texts in a summary: estimates, counted by the database. */
  readonly pages: number
  readonly lines: number
}

/**
 * The limit of pages or labels in one print. In a second, a hundred ordinary pages or ten of the densest are drawn, and prints wait for
 * each other: half a minute, at worst some minutes.
 */
export const maxPrintedPages = 2500

/**
 * The limits of one order, whose request waits for the waybills. A summary is laid out as a whole, so its memory grows with it. More labels
 * than this are a typing error: an imported order may have a million packages.
 */
const maxPerOrder = { lahetys: 1000, koonti: 500, tarrat: 1000 } as const satisfies Record<WaybillForm, number>

/** The capacity of a waybill's page; `row` is the number of lines of a row of goods without its text. */
export const linesOf = { page: 60, row: 4, charactersOfMessage: 80, charactersOfContents: 25 } as const

/** The approximate number of pages, or the number of labels, of an order. */
export function printSize({ shipments, packages, pages, lines }: WaybillSize, form: WaybillForm): number {
  if (form === 'tarrat') return packages
  if (form === 'lahetys') return pages
  return shipments === 0 ? 0 : 1 + Math.floor((shipments * linesOf.row + lines) / linesOf.page)
}

const count = (size: number): string => writeNumber(size, 0)
const amount = (size: number, form: WaybillForm): string => (form === 'tarrat' ? `${count(size)} tarraa` : `noin ${count(size)} sivua`)

/** Why an order is too large to draw; null when it is not. */
export function orderTooLarge(order: WaybillSize, form: WaybillForm): string | null {
  const size = printSize(order, form)
  const max = maxPerOrder[form]
  if (size <= max) return null
  const unit = form === 'tarrat' ? 'tarraa' : 'sivua'
  const way = form === 'lahetys' && orderTooLarge(order, 'koonti') === null ? ' Tulosta lähetykset koontina.' : ''
  return `Tilauksen ${order.tunniste} tulosteessa olisi ${amount(size, form)}. Tilauksesta voi tulostaa enintään ${count(max)} ${unit} kerralla.${way}`
}

/** Why the orders are too large for one print; null when they are not. */
export function printTooLarge(orders: readonly WaybillSize[], form: WaybillForm): string | null {
  const sizes = orders.map((order) => ({ order, size: printSize(order, form) }))
  const total = sizes.reduce((sum, { size }) => sum + size, 0)
  if (total <= maxPrintedPages) return null
  const largest = sizes.reduce((one, other) => (other.size > one.size ? other : one))
  return `Tulosteessa olisi ${amount(total, form)}, ja siihen mahtuu enintään ${count(maxPrintedPages)}. Valitse vähemmän tilauksia. Eniten on tilauksella ${largest.order.tunniste}: ${amount(largest.size, form)}.`
}
