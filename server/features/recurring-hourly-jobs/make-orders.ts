import { recurringTerms } from '#domain/entities/hourly/recurring.calendar.ts'
import { recurringOrder } from '#domain/features/recurring-hourly-jobs/recurring-order.ts'
import { type Row, registry } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import { system } from '#server/entities/engine.ts'
import { makeOrders } from '../scheduled-orders/make-orders.ts'
import { type OrderSchedule, orderChanges } from '../scheduled-orders/order-changes.ts'
import { liveCustomers } from '../scheduled-orders/queries.ts'
import { activeRecurringIds } from './queries.ts'

type Recurring = Row<'tuntituote_toisto'>

export const schedule: OrderSchedule<Recurring> = {
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
}

/** Makes the orders of the coming days that have none yet (rules/recurring-hourly-jobs.md#nightly-run, decision 69). */
export const makeRecurringOrders = ({ pool, engine, clock }: Context): Promise<void> =>
  makeOrders(
    { pool, engine, clock },
    {
      feature: 'tuntituote_toisto',
      label: 'recurring hourly jobs',
      activeIds: activeRecurringIds,
      missingOrders: async (client, ids) => {
        const rows = await engine.load(system, 'tuntituote_toisto', ids, { lock: true, runner: client })
        return orderChanges(client, { schedule, rows: rows.map(({ row }) => row) }, { now: clock(), follows: false })
      },
    },
  )
