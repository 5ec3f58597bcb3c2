import { RequestFault } from '#domain/errors.ts'
import type { mailKinds } from '#domain/features/mail/outgoing-mail.ts'
import type { WaybillForm } from '#domain/features/waybills/forms.ts'
import { mailQueue } from '#server/platform/background-jobs/queues.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'
import type { DeliveryState } from './mail.ts'

export type MailKind = (typeof mailKinds)[number]
/** Mail with a link that lets its receiver set a password. */
export type RecoveryKind = 'salasanan_palautus' | 'kutsu'

/**
 * Stores a message in the caller's transaction. A trigger (migration 0039) queues the job that sends it, which holds the row's id alone;
 * it does so for every row, also those that the database itself stores with an order.
 */
export async function enqueueMail(
  db: Queryable,
  laji: RecoveryKind,
  to: string,
  now: number,
  inviter: string | null = null,
): Promise<void> {
  await db.query('insert into lahteva_posti (laji, vastaanottaja, luotu, lahettaja_id) values ($1, $2, $3, $4)', [laji, to, now, inviter])
}

/** Queues invitations, one to each address. */
export async function enqueueInvitations(db: Queryable, to: readonly string[], now: number, inviter: string): Promise<void> {
  await db.query(
    `insert into lahteva_posti (laji, vastaanottaja, luotu, lahettaja_id) select 'kutsu', osoite, $2, $3 from unnest($1::text[]) as osoite`,
    [to, now, inviter],
  )
}

/** A mail with an order's waybills: the ids of the order, the attached file and the sender, the form, and the sender's message. */
export type WaybillMail = { tilaus: string; liite: string; muoto: WaybillForm; lahettaja: string; viesti: string }

/** Queues waybills, a message to each address. */
export async function enqueueWaybill(
  db: Queryable,
  to: readonly string[],
  { tilaus, liite, muoto, lahettaja, viesti }: WaybillMail,
  now: number,
): Promise<void> {
  await db.query(
    `insert into lahteva_posti (laji, vastaanottaja, luotu, tilaus_id, liite_id, muoto, lahettaja_id, viesti)
     select 'rahtikirja', osoite, $2, $3, $4, $5, $6, $7 from unnest($1::text[]) as osoite`,
    [to, now, tilaus, liite, muoto, lahettaja, viesti],
  )
}

/** Queues a tracking link (`linkki`) to one address. The database itself queues those requested with the order (migration 0035). */
export async function enqueueTrackingLink(
  db: Queryable,
  to: string,
  { tilaus, linkki, lahettaja }: Pick<WaybillMail, 'tilaus' | 'lahettaja'> & { linkki: string },
  now: number,
): Promise<void> {
  await db.query(
    `insert into lahteva_posti (laji, vastaanottaja, luotu, tilaus_id, lahettaja_id, seurantalinkki_id)
     values ('seurantalinkki', $1, $2, $3, $4, $5)`,
    [to, now, tilaus, lahettaja, linkki],
  )
}

/** A reminder of a document that waits to be acknowledged, to each of the addresses. */
export async function enqueueDocumentReminders(
  db: Queryable,
  to: readonly string[],
  { dokumentti, lahettaja, now }: { dokumentti: string; lahettaja: string; now: number },
): Promise<void> {
  await db.query(
    `insert into lahteva_posti (laji, vastaanottaja, luotu, lahettaja_id, dokumentti_id)
     select 'dokumentti_muistutus', osoite, $2, $3, $4 from unnest($1::text[]) as osoite`,
    [to, now, lahettaja, dokumentti],
  )
}

/** Users may send these to any address, so a limit prevents abuse for advertising. The second limit is also in migration 0035. */
const maxPerHour = { rahtikirja: 60, seurantalinkki: 100 } as const

/** Refuses (429) messages beyond a user's limit for an hour. Concurrent requests are counted one after the other. */
export async function allowMail(db: Queryable, laji: keyof typeof maxPerHour, lahettaja: string, more: number, now: number): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`lahteva_posti ${lahettaja}`])
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from lahteva_posti where lahettaja_id = $1 and laji = $2 and luotu > $3::bigint - 3600',
    [lahettaja, laji, now],
  )
  if ((rows[0]?.count ?? 0) + more > maxPerHour[laji])
    throw new RequestFault({
      kind: 'too_many',
      detail: `Tunnin aikana voi lähettää enintään ${maxPerHour[laji]} viestiä. Yritä myöhemmin uudelleen.`,
    })
}

export type DueMail<K extends MailKind = MailKind> = { id: string; laji: K; vastaanottaja: string; luotu: number; yrityksia: number }

/** Counts an attempt. Null when the message has been sent already or its row has been deleted. */
export async function startMail(db: Queryable, id: string): Promise<DueMail | null> {
  const { rows } = await db.query<DueMail>(
    `update lahteva_posti set yrityksia = yrityksia + 1 where id = $1 and tila = 'odottaa'
     returning id, laji, vastaanottaja, luotu::float8 as luotu, yrityksia`,
    [id],
  )
  return rows[0] ?? null
}

/** Messages that wait for a job which pg-boss does not have. */
export async function unqueuedMail(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from lahteva_posti p where tila = 'odottaa' and not exists (
       select from pgboss.job j where j.name = '${mailQueue}' and j.state < 'completed' and j.data ->> 'id' = p.id::text) order by luotu, id`,
  )
  return rows.map(({ id }) => id)
}

export async function markDelivered(db: Queryable, id: string, state: DeliveryState, now: number): Promise<void> {
  const sentAt = state === 'lahetetty' ? now : 0
  await db.query(`update lahteva_posti set tila = $2, lahetetty = $3, virhe = '' where id = $1`, [id, state, sentAt])
}

/** After the last attempt the message is given up. */
export async function markFailed(db: Queryable, { id, isLast }: { id: string; isLast: boolean }, reason: string): Promise<void> {
  await db.query('update lahteva_posti set tila = $2, virhe = $3 where id = $1', [
    id,
    isLast ? 'epaonnistui' : 'odottaa',
    reason.slice(0, 500),
  ])
}

/** Deletes a message that has no receiver. */
export async function dropMail(db: Queryable, id: string): Promise<void> {
  await db.query('delete from lahteva_posti where id = $1', [id])
}

const retentionDays = 30
/** The receivers of an order's link and waybills are stored for as long as people usually look at an order; the texts are not. */
const orderRetentionDays = 180

export async function forgetMail(db: Queryable, now: number): Promise<void> {
  await db.query(
    `delete from lahteva_posti where tila <> 'odottaa' and luotu <= case when tilaus_id is null then $1::bigint else $2::bigint end`,
    [now - retentionDays * 86_400, now - orderRetentionDays * 86_400],
  )
  await db.query(
    `update lahteva_posti set viesti = '', aihe = '', teksti = '', liite_id = null
     where tila <> 'odottaa' and luotu <= $1 and (viesti <> '' or teksti <> '' or liite_id is not null)`,
    [now - retentionDays * 86_400],
  )
}
