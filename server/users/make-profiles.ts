import { knownRoles, type ProfileKind, profileKindsOf } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import type { Conclude, Conclusion, StoredRow } from '#server/entities/engine.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

const tableOf: Record<ProfileKind, string> = {
  yllapito: 'profile_yllapito',
  kuljettaja: 'profile_kuljettaja',
  asiakas: 'profile_asiakas',
}
const kindsOf = (row: StoredRow): ProfileKind[] => profileKindsOf(knownRoles(Array.isArray(row.user_roles) ? row.user_roles : []))

/** The stored profiles of these users, as `kind/user id`. */
async function storedProfiles(runner: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await runner.query<{ key: string }>(
    `select 'yllapito/' || uid_id as key from profile_yllapito where uid_id = any($1::uuid[])
     union all select 'kuljettaja/' || uid_id from profile_kuljettaja where uid_id = any($1::uuid[])
     union all select 'asiakas/' || uid_id from profile_asiakas where uid_id = any($1::uuid[])`,
    [ids],
  )
  return new Set(rows.map(({ key }) => key))
}

function profileOf(user: StoredRow): Partial<StoredRow> {
  const name = String(user.field_fullname)
  const [first = '', ...rest] = name.split(/\s+/)
  return { uid: user.id, name, field_etunimi: first.slice(0, 100), field_sukunimi: rest.join(' ').slice(0, 100) }
}

/**
 * Makes the missing profiles of a user's roles in every save of a user, so that they are stored together or not at all. A customer's
 * profile must come with the save itself, as it names the customer.
 */
export const makeProfiles: Conclude = async (runner, wholes, { rowsOf }) => {
  const users = wholes.filter(({ root: { before, after } }) => before === null || String(before.user_roles) !== String(after.user_roles))
  const made: Conclusion['made'][number][] = []
  if (users.length === 0) return { set: [], made }
  const stored = users.filter(({ root }) => root.before !== null).map(({ root }) => root.after.id)
  const there = stored.length === 0 ? new Set<string>() : await storedProfiles(runner, stored)
  for (const { root } of users)
    for (const kind of kindsOf(root.after)) {
      if (there.has(`${kind}/${root.after.id}`) || rowsOf(tableOf[kind]).some(({ uid }) => uid === root.after.id)) continue
      if (kind === 'asiakas')
        throw new RequestFault({
          kind: 'invalid',
          pointer: '/data/attributes/user_roles',
          detail: 'Asiakkaan käyttäjä tarvitsee asiakkaan: anna samassa kutsussa profile--asiakas tai käytä kutsua POST /api/user.',
        })
      made.push({ entity: tableOf[kind], values: profileOf(root.after) })
    }
  return { set: [], made }
}
