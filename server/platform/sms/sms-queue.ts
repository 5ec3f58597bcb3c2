import { RequestFault } from '#domain/errors.ts'
import type { SmsKind } from '#domain/features/sms/sent-sms.ts'
import { smsParts } from '#domain/features/sms/sms-parts.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { smsQueue } from '#server/platform/background-jobs/queues.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

/** The midnights of the first and the last day of the shifts that a message tells. */
export type SmsDays = { min: number; max: number }

type NewSms = {
  laji: SmsKind
  lahettaja: string | null
  vastaanottaja: string
  numero: string
  teksti: string
  tilaukset?: readonly string[]
  jakso?: SmsDays | null
}

/** Stores messages in the caller's transaction. A trigger (migration 0042) queues a job for each, which contains only the id of the row. */
export async function enqueueSms(db: Queryable, messages: readonly NewSms[], now: number): Promise<void> {
  const rows = messages.map(({ jakso, ...message }) => ({
    ...message,
    ...{ osia: smsParts(message.teksti).parts, jakso_alku: jakso?.min ?? 0, jakso_loppu: jakso?.max ?? 0 },
  }))
  await db.query(
    `insert into lahteva_tekstiviesti (luotu, laji, lahettaja_id, vastaanottaja_id, numero, teksti, osia, tilaukset, jakso_alku, jakso_loppu)
     select $1, laji, lahettaja, vastaanottaja, numero, teksti, osia, coalesce(tilaukset, '{}'), jakso_alku, jakso_loppu from jsonb_to_recordset($2)
       as m (laji text, lahettaja uuid, vastaanottaja uuid, numero text, teksti text, osia int, tilaukset uuid[], jakso_alku bigint, jakso_loppu bigint)`,
    [now, JSON.stringify(rows)],
  )
}

/**
 * The number of messages that the company may still send today, in Finnish time (rules/sms.md#limits). With `lock`, inside a transaction, concurrent
 * calls are counted one after the other.
 */
export async function smsLeftToday(db: Queryable, { max, now, lock }: { max: number; now: number; lock: boolean }): Promise<number> {
  if (lock) await db.query(`select pg_advisory_xact_lock(hashtextextended('lahteva_tekstiviesti', 0))`)
  const { rows } = await db.query<{ count: number }>('select count(*)::int as count from lahteva_tekstiviesti where luotu >= $1', [
    startOfDay(now),
  ])
  return Math.max(0, max - (rows[0]?.count ?? 0))
}

/** Throws a RequestFault (429) when the messages would exceed the daily limit. */
export async function allowSms(db: Queryable, more: number, { max, now }: { max: number; now: number }): Promise<void> {
  const left = await smsLeftToday(db, { max, now, lock: true })
  if (more > left)
    throw new RequestFault({
      kind: 'too_many',
      detail: `Päivässä voi lähettää enintään ${max} tekstiviestiä. Tänään niitä voi lähettää vielä ${left}.`,
    })
}

type DueSms = { id: string; luotu: number; laji: SmsKind; numero: string; teksti: string; yrityksia: number }

/** Counts an attempt. Null when the message has been sent or its row deleted. */
export async function startSms(db: Queryable, id: string): Promise<DueSms | null> {
  const { rows } = await db.query<DueSms>(
    `update lahteva_tekstiviesti set yrityksia = yrityksia + 1 where id = $1 and tila = 'odottaa' returning id, luotu::float8 as luotu, laji, numero, teksti, yrityksia`,
    [id],
  )
  return rows[0] ?? null
}

const isUnqueued = `t.tila = 'odottaa' and not exists (
  select from pgboss.job j where j.name = '${smsQueue}' and j.state < 'completed' and j.data ->> 'id' = t.id::text)`

/** Waiting messages without a job in pg-boss. */
export async function unqueuedSms(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(`select id from lahteva_tekstiviesti t where ${isUnqueued} order by luotu, id`)
  return rows.map(({ id }) => id)
}

/** Messages that are not sent during the quiet hours. */
export const heldKinds: readonly SmsKind[] = ['uudet_tilaukset', 'tyovuorot']
/** Held messages older than this are not sent any more, in seconds. */
export const heldSmsExpireAfter = 24 * 60 * 60

/** `tilaukset` is empty in a message of shifts, and in one stored by a version before migration 0053; `jakso` null in others, and before 0065. */
export type HeldSms = NewSms & { tilaukset: readonly string[]; jakso: SmsDays | null }

/** Takes the messages that were held during the quiet hours out of the queue, in the caller's transaction. */
export async function takeHeldSms(db: Queryable, now: number): Promise<HeldSms[]> {
  const { rows } = await db.query<Omit<HeldSms, 'jakso'> & SmsDays>(
    `delete from lahteva_tekstiviesti t where t.laji = any($2) and t.luotu > $1 and ${isUnqueued}
     returning t.laji, t.lahettaja_id as lahettaja, t.vastaanottaja_id as vastaanottaja, t.numero, t.teksti, t.tilaukset,
       t.jakso_alku::float8 as min, t.jakso_loppu::float8 as max`,
    [now - heldSmsExpireAfter, heldKinds],
  )
  return rows.map(({ min, max, ...message }) => ({ ...message, jakso: max > 0 ? { min, max } : null }))
}

export async function markSmsSent(
  db: Queryable,
  { id, state, providerId }: { id: string; state: 'lahetetty' | 'tallessa'; providerId: string },
  now: number,
): Promise<void> {
  await db.query(`update lahteva_tekstiviesti set tila = $2, lahetetty = $3, palvelun_tunnus = $4, virhe = '' where id = $1`, [
    id,
    state,
    state === 'lahetetty' ? now : 0,
    providerId,
  ])
}

const maxReason = 500

/** Stores the reason. The message has failed for good when `isLast`, otherwise it waits for a retry. */
export async function markSmsFailed(db: Queryable, { id, isLast }: { id: string; isLast: boolean }, reason: string): Promise<void> {
  await db.query('update lahteva_tekstiviesti set tila = $2, virhe = $3 where id = $1', [
    id,
    isLast ? 'epaonnistui' : 'odottaa',
    reason.slice(0, maxReason),
  ])
}

/**
 * Sent messages of the last two days whose delivery is not known; providers are not queried for older ones. In random order, so that messages whose
 * delivery stays unknown do not keep the others from being queried.
 */
export async function undeliveredSms(db: Queryable, now: number, limit: number): Promise<{ id: string; tunnus: string }[]> {
  const { rows } = await db.query<{ id: string; tunnus: string }>(
    `select id, palvelun_tunnus as tunnus from lahteva_tekstiviesti
     where tila = 'lahetetty' and palvelun_tunnus <> '' and lahetetty > $1 order by random() limit $2`,
    [now - 2 * 86_400, limit],
  )
  return rows
}

export async function markSmsDelivered(db: Queryable, id: string, now: number): Promise<void> {
  await db.query(`update lahteva_tekstiviesti set tila = 'toimitettu', toimitettu = $2 where id = $1 and tila = 'lahetetty'`, [id, now])
}

/** The provider does not know the message: its delivery is not queried any more. */
export async function markSmsUntraceable(db: Queryable, id: string, reason: string): Promise<void> {
  await db.query(`update lahteva_tekstiviesti set palvelun_tunnus = '', virhe = $2 where id = $1 and tila = 'lahetetty'`, [
    id,
    reason.slice(0, maxReason),
  ])
}

const retentionDays = 90

export async function forgetSms(db: Queryable, now: number): Promise<void> {
  await db.query(`delete from lahteva_tekstiviesti where tila <> 'odottaa' and luotu <= $1`, [now - retentionDays * 86_400])
}
