import { dueBillingDates, overlaps, periodEndingOn } from '#domain/entities/rental/rental.calendar.ts'
import { maxPeriodAge, rentalOrder } from '#domain/features/rentals/rental-order.ts'
import { addMonths } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import { addRow, type RowChange, system } from '#server/entities/engine.ts'
import { makeOrders } from '../scheduled-orders/make-orders.ts'
import { activeRentalIds, billedPeriods } from './queries.ts'

type Parts = Pick<Context, 'pool' | 'engine' | 'clock'>

/** Makes the orders of all billing days up to today that have none yet (rules/rentals.md#orders-of-rentals, decision 66). No day of a rental is billed twice. */
export const makeRentalOrders = (parts: Parts): Promise<void> =>
  makeOrders(parts, {
    feature: 'vuokraukset',
    label: 'rentals',
    activeIds: activeRentalIds,
    missingOrders: async (client, ids) => {
      const now = parts.clock()
      const rentals = await parts.engine.load(system, 'vuokraus', ids, { lock: true, runner: client })
      const billed = await billedPeriods(client, { rentals: ids, since: addMonths(now, -maxPeriodAge) })
      return rentals.flatMap(({ row }): RowChange[] => {
        const periods = billed.get(row.id)?.map(periodEndingOn) ?? []
        return dueBillingDates(row, now)
          .filter(({ period }) => !periods.some((other) => overlaps(other, period)))
          .map((date) => addRow('tilaus', rentalOrder(row, date)))
      })
    },
  })
