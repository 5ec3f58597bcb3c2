import { hash, randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { knownRoles } from '#domain/access/roles.ts'
import { RequestFault, recoveryFaults } from '#domain/errors.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { accountInUse } from './account-in-use.ts'
import { normalName } from './installation-key.ts'
import { subscriberOf } from './network-address.ts'
import { acceptPassword, type EstimateStrength, storedOwnTexts, storePassword } from './new-password.ts'

const lifetime = 60 * 60
/** Limits for one address on recoveries and invitations together, so that they cannot fill a mailbox. */
const maxPerHour = 5
const maxPerDay = 20
const retentionSeconds = 24 * 60 * 60

const temporaryForm = /^[A-Za-z0-9_-]{43}$/
const hashOf = (temporary: string): Buffer => hash('sha256', temporary, 'buffer')

export type Recovery = { mail: string; temporary: string }

type RecoveryRequest = { id: string; vastaanottaja: string; luotu: number }

/**
 * Makes a temporary password for the active person with the address of a queued mail; null when there is none, or when the address
 * or the person was sent too many mails in the last hour or day. A mail counts once, whatever the number of attempts to send it.
 */
export async function makeRecovery(pool: Pool, { id, vastaanottaja, luotu }: RecoveryRequest, now: number): Promise<Recovery | null> {
  const temporary = randomBytes(32).toString('base64url')
  const { rows } = await pool.query<Omit<Recovery, 'temporary'>>(
    `with tehty as (
       insert into salasanan_palautus (tiiviste, user_id, luotu, vanhenee)
       select $2, u.id, $3::bigint, $3::bigint + ${lifetime} from "user" u
       where lower(u.mail) = lower($1) and u.mail <> '' and ${accountInUse}
         and ${maxPerDay} > (select count(*) from salasanan_palautus s where s.user_id = u.id and s.luotu > $3::bigint - 86400)
         and (select count(*) < ${maxPerDay} and count(*) filter (where p.luotu > $4::bigint - 3600) < ${maxPerHour} from lahteva_posti p
           where lower(p.vastaanottaja) = lower($1) and p.laji in ('salasanan_palautus', 'kutsu') and p.luotu > $4::bigint - 86400
             and (p.luotu, p.id) < ($4::bigint, $5::uuid))
       returning user_id)
     select u.mail from "user" u join tehty on tehty.user_id = u.id`,
    [vastaanottaja, hashOf(temporary), now, luotu, id],
  )
  return rows[0] ? { ...rows[0], temporary } : null
}

type AccountRow = {
  user_id: string
  name: string
  mail: string
  in_use: boolean
  user_roles: string[]
  kaytetty: number
  vanhenee: number
  same: boolean
}

const refused = (detail: string) => new RequestFault({ kind: 'bad_request', detail })

/**
 * Sets a new password with the values of a link, which works once, and ends all the person's sessions. The temporary password is looked
 * up first: without a valid one the answer does not show whether names, accounts or requests exist.
 */
export async function resetPassword(
  { pool, address, estimate, companyName }: { pool: Pool; address: string; estimate: EstimateStrength; companyName: () => Promise<string> },
  { name, temp_pass, new_pass }: { name: string; temp_pass: string; new_pass: string },
  now: number,
): Promise<void> {
  const presented = hashOf(temp_pass)
  const { rows } = temporaryForm.test(temp_pass)
    ? await pool.query<AccountRow>(
        `select p.user_id, u.name, u.mail, ${accountInUse} as in_use, u.user_roles, p.kaytetty::float8 as kaytetty, p.vanhenee::float8 as vanhenee,
           (lower(u.name) = lower($2) or lower(u.mail) = lower($2)) as same
         from salasanan_palautus p join "user" u on u.id = p.user_id where p.tiiviste = $1`,
        [presented, normalName(name)],
      )
    : { rows: [] }
  const [found] = rows
  if (!found) throw refused(recoveryFaults.wrong)
  if (found.kaytetty !== 0 || found.vanhenee <= now) throw refused(recoveryFaults.none)
  if (!found.same || knownRoles(found.user_roles).length === 0) throw refused(recoveryFaults.unknown)
  if (!found.in_use) throw refused(recoveryFaults.blocked)
  const ownTexts = [...(await storedOwnTexts(pool, { userId: found.user_id })), await companyName()]
  const client = subscriberOf(address)
  const accepted = await acceptPassword(estimate, { password: new_pass, ownTexts, client, pointer: '/new_pass' })
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      'update salasanan_palautus set kaytetty = $2 where tiiviste = $1 and kaytetty = 0 and vanhenee > $2',
      [presented, now],
    )
    // Of two concurrent requests the second one finds the link used.
    if (rowCount !== 1) throw refused(recoveryFaults.none)
    await storePassword(client, found.user_id, accepted, now)
  })
}

export async function purgeRecoveries(pool: Pool, now: number): Promise<void> {
  await pool.query('delete from salasanan_palautus where vanhenee <= $1', [now - retentionSeconds])
}
