import { writeNumber } from '../../values/number.ts'
import type { WaybillForm } from './forms.ts'

/** What of an order decides how much there is to draw; of the shipments that travel. */
export type WaybillSize = {
  readonly tunniste: string
  readonly shipments: number
  readonly packages: number
  /** Pages of the shipments' own waybills, and lines of what a summary says of them: estimates, counted by the database. */
  readonly pages: number
  readonly lines: number
}

/**
 * Pages or labels of one print. A hundred ordinary ones are drawn in a second, ten of the densest, and prints wait for each
 * other: half a minute, or some minutes at worst.
 */
export const maxPrintedPages = 2500

/**
 * Of one order: the answer waits for its waybills. A summary is laid out as a whole, which takes memory as it grows. More
 * labels are a typing error rather than intended: an imported order may have a million packages.
 */
const maxPerOrder = { lahetys: 1000, koonti: 500, tarrat: 1000 } as const satisfies Record<WaybillForm, number>

/** How a page of a waybill is filled; `row` is what a row of goods takes without its own text. */
export const linesOf = { page: 60, row: 4, charactersOfMessage: 80, charactersOfContents: 25 } as const

/** How many pages (about) or labels an order gives. */
export function printSize({ shipments, packages, pages, lines }: WaybillSize, form: WaybillForm): number {
  if (form === 'tarrat') return packages
  if (form === 'lahetys') return pages
  return shipments === 0 ? 0 : 1 + Math.floor((shipments * linesOf.row + lines) / linesOf.page)
}

const count = (size: number): string => writeNumber(size, 0)
const amount = (size: number, form: WaybillForm): string => (form === 'tarrat' ? `${count(size)} tarraa` : `noin ${count(size)} sivua`)

/** Why an order's waybills are not drawn; null when they are. */
export function orderTooLarge(order: WaybillSize, form: WaybillForm): string | null {
  const size = printSize(order, form)
  const max = maxPerOrder[form]
  if (size <= max) return null
  const unit = form === 'tarrat' ? 'tarraa' : 'sivua'
  const way = form === 'lahetys' && orderTooLarge(order, 'koonti') === null ? ' Tulosta lähetykset koontina.' : ''
  return `Tilauksen ${order.tunniste} tulosteessa olisi ${amount(size, form)}. Tilauksesta voi tulostaa enintään ${count(max)} ${unit} kerralla.${way}`
}

/** Why the orders' waybills are not drawn as one print; null when they are. */
export function printTooLarge(orders: readonly WaybillSize[], form: WaybillForm): string | null {
  const sizes = orders.map((order) => ({ order, size: printSize(order, form) }))
  const total = sizes.reduce((sum, { size }) => sum + size, 0)
  if (total <= maxPrintedPages) return null
  const largest = sizes.reduce((one, other) => (other.size > one.size ? other : one))
  return `Tulosteessa olisi ${amount(total, form)}, ja siihen mahtuu enintään ${count(maxPrintedPages)}. Valitse vähemmän tilauksia. Eniten on tilauksella ${largest.order.tunniste}: ${amount(largest.size, form)}.`
}
