import type { PoolClient } from 'pg'
import { type Engine, system } from '#server/entities/engine.ts'

/** Locks the orders of the shipments, so that two changes at once are both stored. Orders are locked first, as in every save. */
export async function lockOrders(engine: Engine, client: PoolClient, shipments: readonly string[]): Promise<void> {
  const lines = await engine.load(system, 'lahetys', shipments, { runner: client })
  const ids = [...new Set(lines.flatMap(({ row }) => row.tilaus ?? []))]
  await engine.load(system, 'tilaus', ids, { lock: true, runner: client })
}
