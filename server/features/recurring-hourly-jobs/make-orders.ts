import { recurringTerms } from '#domain/entities/hourly/recurring.calendar.ts'
import { recurringOrder } from '#domain/features/recurring-hourly-jobs/recurring-order.ts'
import { type Row, registry } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import { makeOrdersAhead } from '../scheduled-orders/make-ahead.ts'
import type { OrderSchedule } from '../scheduled-orders/order-changes.ts'
import { liveCustomers } from '../scheduled-orders/queries.ts'

type Recurring = Row<'tuntituote_toisto'>

export const schedule = {
  relation: 'tuntituote_toisto',
  termsOf: recurringTerms,
  prepare: async (runner, rows) => {
    const customers = await liveCustomers(
      runner,
      rows.flatMap(({ asiakas }) => asiakas ?? []),
    )
    return (row, day) => (row.asiakas !== null && customers.has(row.asiakas) ? [recurringOrder({ ...row, asiakas: row.asiakas }, day)] : [])
  },
  reasonOf: ({ drupal_internal__id }) => `Toistuva tuntityö ${registry.tuntituote_toisto.tunniste.prefix}-${drupal_internal__id} muuttui`,
} as const satisfies OrderSchedule<Recurring>

/** Makes the orders of the coming days that have none yet (rules/recurring-hourly-jobs.md#nightly-run, decision 69). */
export const makeRecurringOrders = (context: Context): Promise<void> =>
  makeOrdersAhead(context, { feature: 'tuntituote_toisto', label: 'recurring hourly jobs', schedule })
