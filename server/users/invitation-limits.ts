import type { Viewer } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

const day = 24 * 60 * 60

/** Limits within 24 hours, as an invitation is sent to any address that the inviting user types. */
export const invitationLimits = {
  /** New users of a customer made by all its administrators together, with or without an invitation. */
  peoplePerCustomer: 20,
  /** Invitations by one administrator. */
  invitationsPerAdministrator: 200,
  /** Invitations to one address, from all senders. */
  invitationsPerAddress: 3,
} as const

const tooMany = (detail: string) => new RequestFault({ kind: 'too_many', detail })

/** Locks the count, so that concurrent requests are counted one after the other. */
async function lockCount(db: Queryable, what: string): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [what])
}

/** As `refuseTooManyPeople`, with a lock, in the transaction that stores the person. */
export async function allowNewPerson(db: Queryable, viewer: Viewer, now: number): Promise<void> {
  if (viewer.asiakasId !== null) await lockCount(db, `new people ${viewer.asiakasId}`)
  await refuseTooManyPeople(db, viewer, now)
}

/** Refuses (429) a new person when the customer's administrators have made too many. */
export async function refuseTooManyPeople(db: Queryable, viewer: Viewer, now: number): Promise<void> {
  if (viewer.roles.includes('yllapito') || viewer.asiakasId === null) return
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from profile_asiakas p join revisio r on r.rivi = p.id and r.vid = 1
     where p.field_asiakas_id = $1 and r.aika > $2::bigint - ${day}
       and r.kayttaja in (select uid_id from profile_asiakas where field_asiakas_id = $1)`,
    [viewer.asiakasId, now],
  )
  if ((rows[0]?.count ?? 0) >= invitationLimits.peoplePerCustomer)
    throw tooMany(`Vuorokaudessa voi lisätä enintään ${invitationLimits.peoplePerCustomer} käyttäjää. Yritä huomenna uudelleen.`)
}

/**
 * Refuses (429) invitations when their sender has sent or an address received too many. Call it in the transaction that queues them.
 * The addresses are different ones.
 */
export async function allowInvitations(db: Queryable, inviter: string | null, addresses: readonly string[], now: number): Promise<void> {
  const receivers = addresses.map((address) => address.toLowerCase())
  await lockCount(db, `invitations ${inviter}`)
  // In one order, so that two senders never wait for each other.
  await db.query(`select pg_advisory_xact_lock(hashtextextended('invitations ' || a, 0)) from unnest($1::text[]) a order by a`, [receivers])
  const { rows } = await db.query<{ sent: number; received: number }>(
    `select (select count(*)::int from lahteva_posti where lahettaja_id = $1 and laji = 'kutsu' and luotu > $3::bigint - ${day}) as sent,
       coalesce((select max(maara) from (select count(*)::int as maara from lahteva_posti
         where lower(vastaanottaja) = any($2::text[]) and laji = 'kutsu' and luotu > $3::bigint - ${day} group by lower(vastaanottaja)) m), 0) as received`,
    [inviter, receivers, now],
  )
  const { sent = 0, received = 0 } = rows[0] ?? {}
  if (sent + addresses.length > invitationLimits.invitationsPerAdministrator)
    throw tooMany(`Vuorokaudessa voi lähettää enintään ${invitationLimits.invitationsPerAdministrator} kutsua. Yritä huomenna uudelleen.`)
  if (received >= invitationLimits.invitationsPerAddress)
    throw tooMany('Tähän osoitteeseen on jo lähetetty useita kutsuja. Yritä huomenna uudelleen tai anna käyttäjälle salasana.')
}
