import { sumEuros } from '#domain/values/money.ts'
import type { Book } from './book.ts'
import type { Company } from './company.ts'
import { type Order, takeStep } from './order-life.ts'

/** When anything of the order last changed. */
const changedAt = ({ tilaus, lahetykset, tuntituotteet }: Order): number =>
  Math.max(...[tilaus, ...lahetykset, ...tuntituotteet].map(({ changed }) => changed))

/**
 * Two groups of two orders with a joint price (RULES section 4): one that is all delivered and can be invoiced, and one that waits
 * for its second order, which is on its way today.
 */
export function groupOrders(book: Book, { administrators, customers }: Company, orders: readonly Order[], today: number): readonly Order[] {
  const [by = null] = administrators
  const grouped = new Map<string, Order>()
  const group = (members: readonly Order[]) => {
    const [first] = members
    if (!first) return
    const deed = { by, at: Math.max(...members.map(changedAt)) + 60 }
    // A tenth off, to five euros.
    const hinta = Math.round(sumEuros(members.map(({ tilaus }) => tilaus.hinta)) * 0.18) * 5
    const { id } = book.add('tilaus_ryhma', { asiakas: first.tilaus.asiakas, hinta }, deed)
    for (const order of members) grouped.set(order.tilaus.id, takeStep(book, order, { tilaus: { tilaus_ryhma: id } }, deed))
  }
  const invoiceable = new Set(customers.filter(({ billing }) => billing !== null).map(({ row }) => row.id))
  // The latest first: what is invoiced together was driven about the same time.
  const priced = orders.toReversed().filter(({ tilaus }) => tilaus.hinta > 0 && invoiceable.has(tilaus.asiakas ?? ''))
  const delivered = priced.filter(({ tilaus }) => tilaus.tilauksen_tila === 'toimitettu' && tilaus.timestamp_toimitettu < today)
  const underWay = priced.filter(
    ({ tilaus, lahetykset }) =>
      tilaus.tilauksen_tila === 'kuljetuksessa' &&
      tilaus.toivottu_toimitus === today &&
      lahetykset.every(({ tila }) => tila === 'kuljetuksessa'),
  )
  const ofSame = (order: Order, among: readonly Order[]) =>
    among.find(({ tilaus }) => tilaus.asiakas === order.tilaus.asiakas && tilaus.id !== order.tilaus.id)
  const pairOf = (firsts: readonly Order[], seconds: readonly Order[]) =>
    firsts.flatMap((first) => {
      const second = ofSame(first, seconds)
      return second ? [[first, second]] : []
    })[0] ?? []
  group(pairOf(delivered, delivered))
  const left = delivered.filter(({ tilaus }) => !grouped.has(tilaus.id))
  group(pairOf(left, underWay))
  return orders.map((order) => grouped.get(order.tilaus.id) ?? order)
}
