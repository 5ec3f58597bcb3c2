import { queryOptions } from '@tanstack/react-query'
import { mayRead } from '#domain/access/reach.ts'
import { knownRoles, type ProfileKind, profileKindsOf, type Role } from '#domain/access/roles.ts'
import { list, read } from '../../data/json-api.ts'
import { queryKeys } from '../../data/query-keys.ts'
import type { EntityRow } from '../../data/row.ts'

export type DriverProfile = EntityRow<'profile_kuljettaja'>
export type UserRead = {
  user: EntityRow<'user'>
  /** The profile of the first kind that the person has (rules/access.md#profile-kind), with names and phone number. */
  profile: EntityRow<'profile_yllapito'> | DriverProfile | EntityRow<'profile_asiakas'> | null
  driver: DriverProfile | null
  /** The profiles of the person's roles that the viewer may see. */
  profiles: readonly { entity: `profile_${ProfileKind}`; id: string }[]
  /** The customer that the person works for; null for others. */
  customer: { id: string; name: string } | null
}

/** A person with the profiles that these roles may see, as the page needs them. */
export const userQuery = (id: string, held: readonly Role[]) =>
  queryOptions({
    queryKey: queryKeys.one('user', id, 'sivu'),
    queryFn: async ({ signal }): Promise<UserRead> => {
      const { row: user } = await read('user', id, {}, { signal, quiet: [404] })
      const kinds = profileKindsOf(knownRoles(user.user_roles)).filter((kind) => mayRead(`profile_${kind}`, held))
      const theirs = { filter: { 'uid.id': id }, page: { limit: 1 } } as const
      const [office, driver, customerProfiles] = await Promise.all([
        kinds.includes('yllapito') ? list('profile_yllapito', theirs, { signal }) : null,
        kinds.includes('kuljettaja') ? list('profile_kuljettaja', theirs, { signal }) : null,
        kinds.includes('asiakas') ? list('profile_asiakas', { ...theirs, include: ['field_asiakas'] }, { signal }) : null,
      ])
      const [ofOffice, ofDriver, ofCustomer] = [office?.rows[0] ?? null, driver?.rows[0] ?? null, customerProfiles?.rows[0] ?? null]
      const found = [
        ['profile_yllapito', ofOffice],
        ['profile_kuljettaja', ofDriver],
        ['profile_asiakas', ofCustomer],
      ] as const
      const customer = customerProfiles?.included.get('asiakas', ofCustomer?.field_asiakas)
      return {
        user,
        profile: ofOffice ?? ofDriver ?? ofCustomer,
        driver: ofDriver,
        profiles: found.flatMap(([entity, row]) => (row ? [{ entity, id: row.id }] : [])),
        customer: customer ? { id: customer.id, name: customer.name } : null,
      }
    },
  })
