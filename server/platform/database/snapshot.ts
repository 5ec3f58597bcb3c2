import type { Pool, PoolClient } from 'pg'

type Snapshot<T> = {
  /** Reads the rows in parts. The timeout of a statement is that of the pool's connections. */
  read: (client: PoolClient) => AsyncIterable<T>
  /** Called before each part is passed on; throws to stop the reading. */
  check: () => void
}

/**
 * Reads everything from one snapshot. The transaction begins when the first part is requested and ends after the last one, or
 * when the consumer stops or fails.
 */
export async function* readSnapshot<T>(pool: Pool, { read, check }: Snapshot<T>): AsyncGenerator<T, void, undefined> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    for await (const part of read(client)) {
      check()
      yield part
    }
  } finally {
    // Nothing was written, so the transaction is always rolled back.
    await client.query('ROLLBACK').catch((failed: unknown) => {
      broken = failed instanceof Error ? failed : new Error(String(failed))
    })
    client.release(broken)
  }
}
