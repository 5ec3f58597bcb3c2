import type { PoolClient } from 'pg'
import { maxDevices } from '#domain/features/notifications/device-notifications.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { PushTarget } from '../ports/push/web-push.ts'

export type Device = { person: string; session: string } & PushTarget

/** `taken`: the endpoint is another person's, with other keys. */
export type StoreOutcome = 'stored' | 'taken' | 'too_many'

type StoredRow = { person: string; session: string; p256dh: string; auth: string }

/**
 * Stores the subscription of a session's browser instead of its earlier one, in the caller's transaction, which is rolled back unless it is
 * stored. The subscription of a browser that another person has used is taken over only with the same keys, which only that browser knows.
 */
export async function storeSubscription(client: PoolClient, device: Device, now: number): Promise<StoreOutcome> {
  const { person, session, endpoint, p256dh, auth } = device
  // Concurrent calls of one person wait for each other, so that the devices are counted correctly.
  await client.query(`select pg_advisory_xact_lock(hashtextextended('push_subscription ' || $1, 0))`, [person])
  const { rows } = await client.query<StoredRow>(
    'select person_id as person, session_id as session, p256dh, auth from push_subscription where endpoint = $1 for update',
    [endpoint],
  )
  const [stored] = rows
  const isSame = stored?.p256dh === p256dh && stored.auth === auth
  if (stored && isSame && stored.session === session) return 'stored'
  if (stored && !isSame && stored.person !== person) return 'taken'
  await client.query('delete from push_subscription where endpoint = $1 or session_id = $2', [endpoint, session])
  if ((await countDevices(client, person)) >= maxDevices) return 'too_many'
  const { rowCount } = await client.query(
    `insert into push_subscription (person_id, session_id, endpoint, p256dh, auth, created) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [person, session, endpoint, p256dh, auth, now],
  )
  return rowCount === 1 ? 'stored' : 'taken'
}

export async function countDevices(db: Queryable, person: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>('select count(*)::int as count from push_subscription where person_id = $1', [person])
  return rows[0]?.count ?? 0
}

/** The endpoint of a session; '' for none. */
export async function endpointOf(db: Queryable, session: string): Promise<string> {
  const { rows } = await db.query<{ endpoint: string }>('select endpoint from push_subscription where session_id = $1', [session])
  return rows[0]?.endpoint ?? ''
}

/** False when the person has no such subscription. */
export async function removeSubscription(db: Queryable, person: string, endpoint: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from push_subscription where person_id = $1 and endpoint = $2', [person, endpoint])
  return rowCount === 1
}
