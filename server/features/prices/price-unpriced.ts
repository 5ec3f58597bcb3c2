import { RequestFault } from '#domain/errors.ts'
import type { Context } from '#server/context.ts'
import { type Conclude, system, updateRow } from '#server/entities/engine.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { forgetPriceChanges, notedPriceChanges, notePriceChange, unpricedOrderIds } from './queries.ts'

type Parts = Pick<Context, 'pool' | 'engine' | 'clock'>

/** Orders of one transaction: more would keep people waiting who work with the locked rows. */
const pricedAtOnce = 100
/** A new row is stored without a transaction, a moment after its note. */
const settleSeconds = 10
const firstId = '00000000-0000-0000-0000-000000000000'

/** Hook of price lists and hourly prices: a save of one is noted in its own transaction. */
export const notePrices: Conclude = async (runner, _wholes, { now }) => {
  await notePriceChange(runner, now)
  return { set: [], made: [] }
}

/**
 * After a price list or an hourly price has been saved, prices the open and uninvoiced orders that have none
 * (rules/prices.md#repricing): a save of such an order calculates its price. An order that cannot be saved does not keep back the others; the run
 * fails once after them, so that administrators see it; such an order is priced when it is saved next.
 */
export async function priceUnpricedOrders({ pool, engine, clock }: Parts): Promise<void> {
  const noted = await notedPriceChanges(pool, clock() - settleSeconds)
  if (noted.length === 0) return
  const failures: unknown[] = []
  const price = async (ids: readonly string[]): Promise<void> => {
    const changes = ids.map((id) => updateRow('tilaus', id, {}, { reason: 'Hinnat muuttuivat.' }))
    try {
      await inTransaction(pool, (client) => engine.save(system, changes, { client }))
    } catch (error) {
      if (!(error instanceof RequestFault)) throw error
      if (ids.length === 1) failures.push(new Error(`Order ${ids[0]}`, { cause: error }))
      else for (const id of ids) await price([id])
    }
  }
  for (let after = firstId; ; ) {
    const ids = await unpricedOrderIds(pool, { after, limit: pricedAtOnce })
    const last = ids.at(-1)
    if (last === undefined) break
    await price(ids)
    after = last
  }
  // Forgotten in spite of failures: an order that cannot be saved would otherwise have all orders saved again every minute.
  await forgetPriceChanges(pool, noted)
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} orders were not priced`)
}
