import type { Pool, PoolClient } from 'pg'

// serialization_failure and deadlock_detected: nothing was stored, and a retry may succeed.
const worthRepeating = new Set(['40001', '40P01'])
const maxTries = 4

/** Retries the work when PostgreSQL itself had to abort it (a deadlock or a serialization failure). The work must be atomic. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= maxTries || !isWorthRepeating(error)) throw error
    }
  }
}

/** Runs `work` in one transaction: all of it is stored, or none. */
export function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return withRetries(() => attempt(pool, work))
}

async function attempt<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    // Not awaited: the first statement of the work follows it on the same connection without a round trip between.
    const begun = client.query('BEGIN')
    begun.catch(() => {})
    const result = await work(client)
    await begun
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((failed: unknown) => {
      broken = failed instanceof Error ? failed : new Error(String(failed))
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Whether the same transaction may succeed when it is retried. */
export const isWorthRepeating = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && worthRepeating.has(error.code)

/** Runs work in a savepoint: when it fails, its changes are rolled back and the transaction continues. */
export async function inSavepoint<T>(client: PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('SAVEPOINT part')
  try {
    const result = await work()
    await client.query('RELEASE SAVEPOINT part')
    return result
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT part')
    throw error
  }
}
