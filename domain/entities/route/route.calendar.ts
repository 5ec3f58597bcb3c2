import type { RunTerms } from '../../values/time/run-days.ts'
import { addDays, addMonths, dayOf, midnightOf, startOfDay } from '../../values/time/time.ts'
import type { Reitti } from './route.entity.ts'

type BillingDays = readonly Reitti['laskutuspaivat'][number][]
type Terms = Pick<Reitti, 'tila' | 'status' | 'viikonpaivat' | 'aktivointipaiva' | 'ohitetut_paivat'>

/** Routes are not driven on public holidays (rules/standing-routes.md#orders-of-routes). */
export const routeTerms = (route: Terms): RunTerms => ({
  ...route,
  isActive: route.tila === 'aktiivinen' && route.status === 1,
  runsOnHolidays: false,
})

const fifteenth = 15

/** The first billing day from the delivery on, that day included; 0 without billing days: any day (rules/standing-routes.md#billing-days). */
export function firstBillingDay(deliveredAt: number, laskutuspaivat: BillingDays): number {
  const day = startOfDay(deliveredAt)
  const month = midnightOf(`${dayOf(day).slice(0, 7)}-01`)
  if (laskutuspaivat.includes('15') && Number(dayOf(day).slice(8)) <= fifteenth) return addDays(month, fifteenth - 1)
  if (laskutuspaivat.includes('t')) return addDays(addMonths(month, 1), -1)
  return laskutuspaivat.includes('15') ? addDays(addMonths(month, 1), fifteenth - 1) : 0
}

/** The first moment whose deliveries still wait for a billing day; later than any when there are no billing days. */
export function waitingSince(now: number, laskutuspaivat: BillingDays): number {
  if (laskutuspaivat.length === 0) return Number.MAX_SAFE_INTEGER
  const today = startOfDay(now)
  const month = midnightOf(`${dayOf(today).slice(0, 7)}-01`)
  const billed = [
    ...(laskutuspaivat.includes('15') ? [addDays(addMonths(month, -1), fifteenth - 1), addDays(month, fifteenth - 1)] : []),
    ...(laskutuspaivat.includes('t') ? [addDays(month, -1), addDays(addMonths(month, 1), -1)] : []),
  ]
  return addDays(Math.max(...billed.filter((day) => day <= today)), 1)
}
