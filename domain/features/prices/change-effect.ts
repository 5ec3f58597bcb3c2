import type { PriceInputs, PriceStep } from '../../entities/price/price.steps.ts'
import { fromCents, toCents } from '../../values/money.ts'
import type { PriceList } from './price-list.ts'
import { shipmentSteps } from './price-of-order.ts'

/** A priced order: the stored inputs and steps of its latest calculation. */
export type CalculatedOrder = { asiakas: string; lahtotiedot: PriceInputs; vaiheet: readonly PriceStep[] }

const centsOf = (steps: readonly { summa: number }[]): number => steps.reduce((sum, { summa }) => sum + toCents(summa), 0)

/** Cents of the order by a list: its shipments anew, its hourly jobs as they were calculated. */
export function centsBy(list: PriceList, { lahtotiedot, vaiheet }: Pick<CalculatedOrder, 'lahtotiedot' | 'vaiheet'>): number {
  const byLine = Map.groupBy(vaiheet, ({ rivi }) => rivi)
  return lahtotiedot.rivit.reduce(
    (sum, line, index) => sum + centsOf(line.laji === 'lahetys' ? shipmentSteps(list, line) : (byLine.get(index + 1) ?? [])),
    0,
  )
}

type Cents = { tilauksia: number; ennen: number; jalkeen: number }
type Lists = { before: PriceList; after: PriceList }

/** Sums by customer of what the orders cost before and after a change. */
export function effectTotals() {
  const byCustomer = new Map<string, Cents>()
  const inEuros = ({ tilauksia, ennen, jalkeen }: Cents) => ({ tilauksia, ennen: fromCents(ennen), jalkeen: fromCents(jalkeen) })
  return {
    add(order: CalculatedOrder, { before, after }: Lists): void {
      // Hourly jobs alone have no price list, so a change of lists does not affect them.
      if (!order.lahtotiedot.rivit.some(({ laji }) => laji === 'lahetys')) return
      const sums = byCustomer.get(order.asiakas) ?? { tilauksia: 0, ennen: 0, jalkeen: 0 }
      byCustomer.set(order.asiakas, {
        tilauksia: sums.tilauksia + 1,
        ennen: sums.ennen + centsBy(before, order),
        jalkeen: sums.jalkeen + centsBy(after, order),
      })
    },
    /** In euros, the largest changes first. */
    result() {
      const all = [...byCustomer].map(([asiakas, sums]) => ({ asiakas, ...sums }))
      const largest = all.toSorted(
        (a, b) => Math.abs(b.jalkeen - b.ennen) - Math.abs(a.jalkeen - a.ennen) || (a.asiakas < b.asiakas ? -1 : 1),
      )
      const total = all.reduce(
        (sum, one) => ({ tilauksia: sum.tilauksia + one.tilauksia, ennen: sum.ennen + one.ennen, jalkeen: sum.jalkeen + one.jalkeen }),
        { tilauksia: 0, ennen: 0, jalkeen: 0 },
      )
      return { ...inEuros(total), asiakkaat: largest.map(({ asiakas, ...sums }) => ({ asiakas, ...inEuros(sums) })) }
    },
  }
}
