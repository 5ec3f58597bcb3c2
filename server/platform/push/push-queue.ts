import type { BellKind } from '#domain/features/notifications/notifications.ts'
import { pushQueue } from '#server/platform/background-jobs/queues.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { PushTarget } from '../ports/push/web-push.ts'

export const pushKinds = ['bell', 'new_orders'] as const
export type PushKind = (typeof pushKinds)[number]
/** `subjects`: the ids of entries of the bell, or of orders. */
export type NewPush = { person: string; kind: PushKind; subjects: readonly string[] }

/** Whether the session of the subscription `s` is still valid. A session is not marked as ended when its refresh token expires. */
const isLive = (now: string) =>
  `exists (select from istunto i join istunto_tunnus t on t.istunto_id = i.id
     where i.id = s.session_id and i.paattyi is null and t.laji = 'refresh' and t.vanhenee > ${now})`

/** Stores messages to all devices of the people, in the caller's transaction. A trigger (migration 0047) queues the job of each. */
export async function enqueuePushes(db: Queryable, pushes: readonly NewPush[], now: number): Promise<void> {
  await db.query(
    `insert into push_message (subscription_id, kind, subjects, created)
     select s.id, p.kind, p.subjects, $1 from jsonb_to_recordset($2) as p (person uuid, kind text, subjects uuid[])
     join push_subscription s on s.person_id = p.person where ${isLive('$1')} order by s.id`,
    [now, JSON.stringify(pushes)],
  )
}

/** The kind of what was announced: a kind of the bell's entries, or `new_orders`. */
export type Announced = { person: string; kind: BellKind | 'new_orders'; subject: string }

export async function storeAnnounced(db: Queryable, announced: readonly Announced[], now: number): Promise<void> {
  await db.query(
    `insert into push_announced (person_id, kind, subject, announced)
     select person, kind, subject, $1 from jsonb_to_recordset($2) as a (person uuid, kind text, subject uuid)
     on conflict (person_id, subject) do update set kind = excluded.kind, announced = excluded.announced`,
    [now, JSON.stringify(announced)],
  )
}

/** What has been announced to each of the people since the given time (unix seconds). */
export async function announcedSince(
  db: Queryable,
  people: readonly string[],
  since: number,
): Promise<Map<string, (Omit<Announced, 'person'> & { announced: number })[]>> {
  const { rows } = await db.query<Announced & { announced: number }>(
    `select person_id as person, kind, subject, announced::float8 as announced from push_announced
     where person_id = any($1::uuid[]) and announced >= $2`,
    [people, since],
  )
  return Map.groupBy(rows, ({ person }) => person)
}

/** People with a device on which notifications are allowed, of these or of all, and since when. */
export async function peopleWithDevices(db: Queryable, now: number, people: readonly string[] | null = null): Promise<Map<string, number>> {
  const { rows } = await db.query<{ person: string; since: number }>(
    `select s.person_id as person, min(s.created)::float8 as since from push_subscription s
     where ($2::uuid[] is null or s.person_id = any($2)) and ${isLive('$1')} group by s.person_id`,
    [now, people],
  )
  return new Map(rows.map(({ person, since }) => [person, since]))
}

export type StoredPush = PushTarget & { id: string; subscription: string; person: string; kind: PushKind; subjects: string[] }

/** Returns null when the message has been sent, or the device's session has ended. */
export async function readPush(db: Queryable, id: string, now: number): Promise<StoredPush | null> {
  const { rows } = await db.query<StoredPush>(
    `select m.id, s.id as subscription, s.person_id as person, m.kind, m.subjects, s.endpoint, s.p256dh, s.auth
     from push_message m join push_subscription s on s.id = m.subscription_id where m.id = $1 and ${isLive('$2')}`,
    [id, now],
  )
  return rows[0] ?? null
}

/** Messages that have no job in pg-boss. */
export async function unqueuedPushes(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from push_message m where not exists (
       select from pgboss.job j where j.name = '${pushQueue}' and j.state < 'completed' and j.data ->> 'id' = m.id::text) order by created, id`,
  )
  return rows.map(({ id }) => id)
}

export async function deletePush(db: Queryable, id: string): Promise<void> {
  await db.query('delete from push_message where id = $1', [id])
}

export async function markPushSent(db: Queryable, { id, subscription }: StoredPush, now: number): Promise<void> {
  await db.query(
    `with sent as (delete from push_message where id = $1)
     update push_subscription set last_success = $3, failures = 0 where id = $2`,
    [id, subscription, now],
  )
}

/** After this many refused messages in a row, a subscription is deleted. */
export const maxFailures = 10

/** Deletes a refused message, and the subscription after too many of them. */
export async function markPushRefused(db: Queryable, { id, subscription }: StoredPush): Promise<void> {
  await db.query(
    `with refused as (delete from push_message where id = $1),
       given_up as (delete from push_subscription where id = $2 and failures + 1 >= $3)
     update push_subscription set failures = failures + 1 where id = $2 and failures + 1 < $3`,
    [id, subscription, maxFailures],
  )
}

/** Deletes a subscription that has ended. The endpoint is compared too, since the session may have another subscription by now. */
export async function deleteSubscription(db: Queryable, { subscription, endpoint }: StoredPush): Promise<void> {
  await db.query('delete from push_subscription where id = $1 and endpoint = $2', [subscription, endpoint])
}

/** Longer than any entry can be announced (seconds). */
const announcedRetention = 7 * 86_400

/** Deletes old announcements and messages, and subscriptions whose sessions have ended. */
export async function purgePushes(db: Queryable, now: number): Promise<void> {
  await db.query(`delete from push_subscription s where not ${isLive('$1')}`, [now])
  await db.query('delete from push_announced where announced < $1', [now - announcedRetention])
}
