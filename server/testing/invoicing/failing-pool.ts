// A pool whose connections break at a chosen statement, as when the server is killed there.
import type { Pool, PoolClient } from 'pg'

export class Killed extends Error {}

export type KillPoint = {
  /** The number of the statement, from 1. */
  at: number
  /** Before it reaches the database, or after the database has carried it out. */
  when: 'before' | 'after'
}

/** Statements are counted over all connections; after the kill every statement fails, and what was not committed is rolled back. */
export function failingPool(pool: Pool, { at, when }: KillPoint): { pool: Pool; isKilled: () => boolean } {
  let count = 0
  let killed = false
  const failing =
    (client: Pick<PoolClient, 'query'>) =>
    async (...parameters: unknown[]): Promise<unknown> => {
      if (killed) throw new Killed()
      count++
      const isHere = count === at
      if (isHere && when === 'before') killed = true
      if (killed) throw new Killed()
      const result = await Reflect.apply(client.query, client, parameters)
      if (isHere) killed = true
      if (killed) throw new Killed()
      return result
    }
  const connect = async () => {
    const client = await pool.connect()
    return new Proxy(client, {
      get(target, name) {
        if (name === 'query') return failing(target)
        if (name !== 'release') return Reflect.get(target, name)
        // A killed server's connection is closed without a word; the database rolls back.
        return (error?: Error | boolean) => target.release(killed ? true : error)
      },
    })
  }
  const proxy = new Proxy(pool, {
    get: (target, name) => (name === 'connect' ? connect : name === 'query' ? failing(target) : Reflect.get(target, name)),
  })
  return { pool: proxy, isKilled: () => killed }
}
