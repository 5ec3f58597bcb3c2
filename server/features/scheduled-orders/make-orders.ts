import type { Pool, PoolClient } from 'pg'
import { RequestFault } from '#domain/errors.ts'
import { featuresOf, type Settings } from '#domain/features/settings/settings.ts'
import type { FeatureName } from '#domain/model/features.ts'
import type { Context } from '#server/context.ts'
import { type RowChange, system } from '#server/entities/engine.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { storedSettings } from '#server/platform/settings/settings.ts'

type Parts = Pick<Context, 'pool' | 'engine' | 'clock'>
type Page = { after: string; limit: number }
/** What makes orders by the calendar: rentals, standing routes, recurring hourly jobs. */
export type OrderMaker = {
  feature: FeatureName
  /** In the plural, for the message of a failed run. */
  label: string
  /** The next ones after an id that make orders, in the order of their ids. */
  activeIds: (pool: Pool, page: Page) => Promise<string[]>
  /** The orders that are missing. It locks the makers before it reads their orders, so that two servers do not make the same ones. */
  missingOrders: (client: PoolClient, ids: readonly string[], settings: Settings) => Promise<readonly RowChange[]>
}

/** Makers whose missing orders are looked for in one transaction. */
const lookedAtOnce = 50
/** Orders that are made in one transaction: more would keep their makers locked, and a server's memory full, for long. */
const madeAtOnce = 500
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Makes the missing orders of all makers. Idempotent: a run after a crash, or beside the run of another server, makes only what is missing. A maker
 * whose order cannot be stored does not keep back the others; the run fails after them, so that administrators see it.
 */
export async function makeOrders(parts: Parts, maker: OrderMaker): Promise<void> {
  const { values: settings } = await storedSettings(parts.pool)
  if (!featuresOf(settings)[maker.feature]) return
  const failures: unknown[] = []
  let after = firstId
  for (;;) {
    const ids = await maker.activeIds(parts.pool, { after, limit: lookedAtOnce })
    const last = ids.at(-1)
    if (last === undefined) break
    failures.push(...(await makeEach(parts, { maker, settings }, ids)))
    after = last
  }
  if (failures.length > 0) throw new AggregateError(failures, `Orders of ${failures.length} ${maker.label} were not made`)
}

type Making = { maker: OrderMaker; settings: Settings }

/** The changes of the first orders, each with its lines, which follow it. */
function firstOrders(changes: readonly RowChange[], max: number): readonly RowChange[] {
  let orders = 0
  const end = changes.findIndex(({ entity }) => entity === 'tilaus' && ++orders > max)
  return end < 0 ? changes : changes.slice(0, end)
}

/** Some hundred orders in a transaction; if the rules refuse one, the makers each in their own. Returns what failed. */
async function makeEach(parts: Parts, making: Making, ids: readonly string[]): Promise<unknown[]> {
  const { maker, settings } = making
  try {
    const makeSome = () =>
      inTransaction(parts.pool, async (client) => {
        const missing = await maker.missingOrders(client, ids, settings)
        const made = firstOrders(missing, madeAtOnce)
        await parts.engine.save(system, made, { client })
        return made.length < missing.length
      })
    // What has been made is missing no more.
    while (await makeSome());
    return []
  } catch (error) {
    if (!(error instanceof RequestFault)) throw error
    if (ids.length === 1) return [new Error(`${maker.feature} ${ids[0]}`, { cause: error })]
  }
  const failures: unknown[] = []
  for (const id of ids) failures.push(...(await makeEach(parts, making, [id])))
  return failures
}
