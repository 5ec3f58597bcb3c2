import type { Pool, PoolClient } from 'pg'

type Snapshot<T> = {
  /** Reads part after part. A statement's own limit is that of the pool's connections. */
  read: (client: PoolClient) => AsyncIterable<T>
  /** Called before each part is passed on; throws to stop the reading. */
  check: () => void
}

/**
 * Reads everything as it stood at one moment. The transaction begins when the first part is taken and ends with the last one, or
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
    // Nothing was written, so that every end is the same.
    await client.query('ROLLBACK').catch((failed: unknown) => {
      broken = failed instanceof Error ? failed : new Error(String(failed))
    })
    client.release(broken)
  }
}
