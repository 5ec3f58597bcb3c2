import type { PoolClient } from 'pg'

/** The transaction reads everything as it stood at one moment, and writes nothing. */
export async function readSnapshot(client: PoolClient): Promise<void> {
  await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
}
