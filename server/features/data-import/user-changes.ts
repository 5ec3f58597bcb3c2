import { knownRoles, type ProfileKind, profileKinds } from '#domain/access/roles.ts'
import { createUserCall, updateUserCall } from '#domain/features/users/user.ts'
import type { CellFault } from '#domain/model/import/import-table.ts'
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

/** What a stored person lacks for the roles that the row gives. */
export function personFaults({ row, parts, existing, customerId }: MatchedRow, people: StoredPeople): CellFault[] {
  const stored = existing && people.get(existing.id)
  const given = parts.rivi?.user_roles
  if (!stored || !Array.isArray(given)) return []
  const roles = knownRoles(given.map(String))
  if (roles.length === 0) return [{ row, column: 'roolit', message: 'Anna vähintään yksi rooli.' }]
  const lacksCustomer = roles.includes('asiakas') && customerId === null && !stored.profiles.has('asiakas')
  return lacksCustomer ? [{ row, column: 'asiakas', message: 'Kirjoita asiakas, jonka käyttäjä hän on.' }] : []
}

type Pointers = { user: string; profile: string }

/** The changes of a person; none when the row has faults without which it cannot be tried. */
export function userChanges(row: MatchedRow, people: StoredPeople, pointers: Pointers): RowChange[] {
  const { id, existing, customerId } = row
  const { rivi = {}, profiili = {} } = row.parts
  const values = { ...rivi, ...(customerId === null ? {} : { asiakas_id: customerId }), profile_fields: profiili }
  if (existing) {
    const stored = people.get(id)
    if (!stored || personFaults(row, people).length > 0) return []
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
