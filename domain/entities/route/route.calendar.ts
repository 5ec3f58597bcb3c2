import type { RunTerms } from '../../values/time/run-days.ts'
import { addDays, addMonths, dayOf, midnightOf, startOfDay } from '../../values/time/time.ts'
import type { Reitti } from './route.entity.ts'

type Terms = Pick<Reitti, 'tila' | 'status' | 'viikonpaivat' | 'aktivointipaiva' | 'ohitetut_paivat'>

/** Routes are not driven on public holidays (rules/standing-routes.md#orders-of-routes). */
export const routeTerms = (route: Terms): RunTerms => ({
  ...route,
  isActive: route.tila === 'aktiivinen' && route.status === 1,
  runsOnHolidays: false,
})

const fifteenth = 15

/** The first billing day from the delivery on, that day included; 0 without billing days: any day (rules/standing-routes.md#billing-days). */
export function firstBillingDay(deliveredAt: number, laskutuspaivat: Reitti['laskutuspaivat']): number {
  const day = startOfDay(deliveredAt)
  const month = midnightOf(`${dayOf(day).slice(0, 7)}-01`)
  if (laskutuspaivat.includes('15') && Number(dayOf(day).slice(8)) <= fifteenth) return addDays(month, fifteenth - 1)
  if (laskutuspaivat.includes('t')) return addDays(addMonths(month, 1), -1)
  return laskutuspaivat.includes('15') ? addDays(addMonths(month, 1), fifteenth - 1) : 0
}
