import { knownRoles, type ProfileKind, profileKinds } from '#domain/access/roles.ts'
import { createUserCall, updateUserCall } from '#domain/features/users/user.ts'
import type { RowChange } from '#server/entities/engine.ts'
import { changedUserRows, type HeldByUser, newUserRows } from '#server/users/store-user.ts'
import type { MatchedRow } from './match-rows.ts'
import type { Looking } from './queries.ts'

type StoredPerson = HeldByUser & { mail: string; name: string }
/** The stored people that a file changes, by their ids. */
export type StoredPeople = ReadonlyMap<string, StoredPerson>

const profileEntities = { yllapito: 'profile_yllapito', kuljettaja: 'profile_kuljettaja', asiakas: 'profile_asiakas' } as const

export async function storedPeople({ engine, viewer, runner }: Looking, ids: readonly string[]): Promise<StoredPeople> {
  const users = await engine.load(viewer, 'user', ids, { runner })
  const profiles = new Map<string, Map<ProfileKind, string>>(ids.map((id) => [id, new Map()]))
  for (const kind of profileKinds)
    for (const { row } of await engine.load(viewer, profileEntities[kind], ids, { by: 'uid', runner }))
      profiles.get(row.uid ?? '')?.set(kind, row.id)
  return new Map(
    users.map(({ row: { id, mail, name, user_roles } }) => [
      id,
      { mail, name, held: knownRoles(user_roles), profiles: profiles.get(id) ?? new Map() },
    ]),
  )
}

type Pointers = { user: string; profile: string }

/** The changes of a person; none of a new one without a role or address, of which the row's faults tell already. */
export function userChanges({ id, parts, existing, customerId }: MatchedRow, people: StoredPeople, pointers: Pointers): RowChange[] {
  const { rivi = {}, profiili = {} } = parts
  const values = { ...rivi, ...(customerId === null ? {} : { asiakas_id: customerId }), profile_fields: profiili }
  if (existing) {
    const stored = people.get(id)
    if (!stored) return []
    // What the person is recognised by is no change when only its case differs.
    const same = (['mail', 'name'] as const).filter((field) => String(rivi[field] ?? '').toLowerCase() === stored[field].toLowerCase())
    const kept = Object.fromEntries(same.map((field) => [field, stored[field]]))
    return changedUserRows(updateUserCall.input.parse({ ...values, ...kept, id }), stored, pointers)
  }
  const roles = Array.isArray(rivi.user_roles) ? knownRoles(rivi.user_roles.map(String)) : []
  const isCustomers = roles.includes('asiakas')
  if (roles.length === 0 || rivi.mail === undefined || (isCustomers && customerId === null)) return []
  return newUserRows(id, createUserCall.input.parse({ name: rivi.mail, ...values }), pointers)
}
