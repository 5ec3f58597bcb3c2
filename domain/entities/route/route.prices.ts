import { fromCents, toCents } from '../../values/money.ts'
import type { Reitti } from './route.entity.ts'

/**
 * The price of a run for each of its customers, in euros (rules/standing-routes.md#price): the customer's own price, else an equal share of
 * `hinta` among the customers without one. The cents that cannot be shared equally go to the first of them.
 */
export function runPrices({ hinta, hinnat }: Pick<Reitti, 'hinta' | 'hinnat'>, customers: readonly string[]): ReadonlyMap<string, number> {
  const sharing = customers.filter((customer) => hinnat[customer] === undefined)
  const cents = toCents(hinta)
  const share = Math.floor(cents / Math.max(1, sharing.length))
  const remainder = cents - share * sharing.length
  return new Map(
    customers.map((customer) => {
      const own = hinnat[customer]
      return [customer, own ?? fromCents(share + (sharing.indexOf(customer) < remainder ? 1 : 0))]
    }),
  )
}
