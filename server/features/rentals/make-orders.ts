import type { PoolClient } from 'pg'
import { dueBillingDates, overlaps, periodEndingOn } from '#domain/entities/rental/rental.calendar.ts'
import { RequestFault } from '#domain/errors.ts'
import { maxPeriodAge, rentalOrder } from '#domain/features/rentals/rental-order.ts'
import { featuresOf } from '#domain/features/settings/settings.ts'
import { addMonths } from '#domain/values/time/time.ts'
import type { Context } from '#server/context.ts'
import { addRow, type RowChange, system } from '#server/entities/engine.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'
import { activeRentalIds, billedPeriods } from './queries.ts'

type Parts = Pick<Context, 'pool' | 'engine' | 'clock'>

/** Rentals whose orders are made in one transaction. */
const madeAtOnce = 100
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Makes the orders of all billing days up to today that have none yet (rules/rentals.md#orders-of-rentals, decision 66). Idempotent: a run after a
 * crash, or beside the run of another server, makes only what is missing. A rental whose order cannot be stored does not keep back the others;
 * the run fails after them, so that administrators see it.
 */
export async function makeRentalOrders(parts: Parts): Promise<void> {
  const { values: settings } = await storedSettings(parts.pool)
  if (!featuresOf(settings).vuokraukset) return
  const failures: unknown[] = []
  let after = firstId
  for (;;) {
    const ids = await activeRentalIds(parts.pool, { after, limit: madeAtOnce })
    const last = ids.at(-1)
    if (last === undefined) break
    failures.push(...(await billEach(parts, ids)))
    after = last
  }
  if (failures.length > 0) throw new AggregateError(failures, `Orders of ${failures.length} rentals were not made`)
}

/** All of them in one transaction; if the rules refuse one, each in its own. Returns what failed. */
async function billEach(parts: Parts, ids: readonly string[]): Promise<unknown[]> {
  const bill = (some: readonly string[]) => inTransaction(parts.pool, (client) => billRentals(parts, client, some))
  try {
    await bill(ids)
    return []
  } catch (error) {
    if (!(error instanceof RequestFault)) throw error
    if (ids.length === 1) return [new Error(`Rental ${ids[0]}`, { cause: error })]
  }
  const failures: unknown[] = []
  for (const id of ids) failures.push(...(await billEach(parts, [id])))
  return failures
}

/** The rentals are locked before their orders are read, so that two servers do not make the same ones. No day of a rental is billed twice. */
async function billRentals({ engine, clock }: Parts, client: PoolClient, ids: readonly string[]): Promise<void> {
  const now = clock()
  const rentals = await engine.load(system, 'vuokraus', ids, { lock: true, runner: client })
  const billed = await billedPeriods(client, { rentals: ids, since: addMonths(now, -maxPeriodAge) })
  const orders = rentals.flatMap(({ row }): RowChange[] => {
    const periods = billed.get(row.id)?.map(periodEndingOn) ?? []
    return dueBillingDates(row, now)
      .filter(({ period }) => !periods.some((other) => overlaps(other, period)))
      .map((date) => addRow('tilaus', rentalOrder(row, date)))
  })
  await engine.save(system, orders, { client })
}
