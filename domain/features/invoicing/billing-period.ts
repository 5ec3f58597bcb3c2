import type { BillingInterval } from '../../entities/invoice/invoice.states.ts'
import { addDays, dayOf, startOfDay, weekdayOf } from '../../values/time/time.ts'

const lastDayOfFirstHalf = 15

/**
 * The period in which an order was delivered, as text: orders of the same period may be on one invoice (rules/invoicing.md#joint-invoices).
 * Periods follow the Finnish calendar; null for a customer whose orders are invoiced one by one.
 */
export function billingPeriodOf(interval: BillingInterval, deliveredAt: number): string | null {
  const day = dayOf(deliveredAt)
  switch (interval) {
    case 'tilaus':
      return null
    case 'viikko':
      return dayOf(addDays(startOfDay(deliveredAt), 1 - weekdayOf(deliveredAt)))
    case 'puolikuu':
      return `${day.slice(0, 7)}-${Number(day.slice(8)) <= lastDayOfFirstHalf ? 'a' : 'b'}`
    case 'kuukausi':
      return day.slice(0, 7)
  }
}
