import type { mailKinds } from '#domain/calls/outgoing-mail.ts'
import { RequestFault } from '#domain/errors.ts'
import type { WaybillForm } from '#domain/waybill/forms.ts'
import type { Runner } from '../jsonapi/read.ts'
import type { Carried } from '../ports/mail/mail.ts'

export type MailKind = (typeof mailKinds)[number]
/** Mail that lets somebody in. */
export type RecoveryKind = 'salasanan_palautus' | 'kutsu'

/** Puts a message in the queue, in the caller's transaction: it is sent once that is stored, over a restart too. */
export async function enqueueMail(db: Runner, laji: RecoveryKind, to: string, now: number): Promise<void> {
  await db.query('insert into lahteva_posti (laji, vastaanottaja, luotu, seuraava_yritys) values ($1, $2, $3, $3)', [laji, to, now])
}

/** An order's papers: the order, the file to be attached and what it is, who sends it, and their words. Ids. */
export type Paper = { tilaus: string; liite: string; muoto: WaybillForm; lahettaja: string; viesti: string }

/** The same for papers, a message to each. */
export async function enqueuePaper(
  db: Runner,
  to: readonly string[],
  { tilaus, liite, muoto, lahettaja, viesti }: Paper,
  now: number,
): Promise<void> {
  await db.query(
    `insert into lahteva_posti (laji, vastaanottaja, luotu, seuraava_yritys, tilaus_id, liite_id, muoto, lahettaja_id, viesti)
     select 'rahtikirja', osoite, $2, $2, $3, $4, $5, $6, $7 from unnest($1::text[]) as osoite`,
    [to, now, tilaus, liite, muoto, lahettaja, viesti],
  )
}

/** An order's tracking link, to one address. Those asked for with the order itself the database queues (migration 0018). */
export async function enqueueTrackingLink(
  db: Runner,
  to: string,
  { tilaus, lahettaja }: Pick<Paper, 'tilaus' | 'lahettaja'>,
  now: number,
): Promise<void> {
  await db.query(
    `insert into lahteva_posti (laji, vastaanottaja, luotu, seuraava_yritys, tilaus_id, lahettaja_id)
     values ('seurantalinkki', $1, $2, $2, $3, $4)`,
    [to, now, tilaus, lahettaja],
  )
}

/** In somebody's name to any address: more would be somebody else's advertising. The second also stands in migration 0018. */
const mostAnHour = { rahtikirja: 60, seurantalinkki: 100 } as const

/** Refuses (429) what would be too many messages of a person's in an hour. Two at once are counted one after the other. */
export async function allowMail(db: Runner, laji: keyof typeof mostAnHour, lahettaja: string, more: number, now: number): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`lahteva_posti ${lahettaja}`])
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from lahteva_posti where lahettaja_id = $1 and laji = $2 and luotu > $3::bigint - 3600',
    [lahettaja, laji, now],
  )
  if ((rows[0]?.count ?? 0) + more > mostAnHour[laji])
    throw new RequestFault({
      kind: 'too_many',
      detail: `Tunnin aikana voi lähettää enintään ${mostAnHour[laji]} viestiä. Yritä myöhemmin uudelleen.`,
    })
}

export type DueMail<K extends MailKind = MailKind> = { id: string; laji: K; vastaanottaja: string; luotu: number; yrityksia: number }

const lease = 120
const atOnce = 10

/**
 * Takes messages whose time has come. Each is this server's for two minutes; one whose server dies meanwhile comes again,
 * so a message may arrive twice but is never lost.
 */
export async function takeDueMail(db: Runner, now: number): Promise<DueMail[]> {
  const { rows } = await db.query<DueMail>(
    `update lahteva_posti p set yrityksia = p.yrityksia + 1, seuraava_yritys = $1::bigint + ${lease}
     where p.id in (
       select id from lahteva_posti where tila = 'odottaa' and seuraava_yritys <= $1 order by seuraava_yritys, id
       limit ${atOnce} for update skip locked)
     returning p.id, p.laji, p.vastaanottaja, p.luotu::float8 as luotu, p.yrityksia`,
    [now],
  )
  return rows
}

export async function markCarried(db: Runner, id: string, carried: Carried, now: number): Promise<void> {
  const sentAt = carried === 'lahetetty' ? now : 0
  await db.query(`update lahteva_posti set tila = $2, lahetetty = $3, virhe = '' where id = $1`, [id, carried, sentAt])
}

/** Minutes until each next try; after the last one the message is given up. */
const pauses = [1, 2, 5, 15, 60, 240, 720] as const

export async function markFailed(
  db: Runner,
  { id, yrityksia }: Pick<DueMail, 'id' | 'yrityksia'>,
  reason: string,
  now: number,
): Promise<void> {
  const pause = pauses[yrityksia - 1]
  await db.query(`update lahteva_posti set tila = $2, seuraava_yritys = $3, virhe = $4 where id = $1`, [
    id,
    pause === undefined ? 'epaonnistui' : 'odottaa',
    now + (pause ?? 0) * 60,
    reason.slice(0, 500),
  ])
}

/** Nobody is to get it: it leaves no trace. */
export async function dropMail(db: Runner, id: string): Promise<void> {
  await db.query('delete from lahteva_posti where id = $1', [id])
}

const keptDays = 30
/** To whom an order's link and papers have gone is told for as long as an order is usually looked at; what they said is not. */
const ordersKeptDays = 180

export async function forgetMail(db: Runner, now: number): Promise<void> {
  await db.query(
    `delete from lahteva_posti where tila <> 'odottaa' and luotu <= case when tilaus_id is null then $1::bigint else $2::bigint end`,
    [now - keptDays * 86_400, now - ordersKeptDays * 86_400],
  )
  await db.query(
    `update lahteva_posti set viesti = '', aihe = '', teksti = '', liite_id = null
     where tila <> 'odottaa' and luotu <= $1 and (viesti <> '' or teksti <> '' or liite_id is not null)`,
    [now - keptDays * 86_400],
  )
}
