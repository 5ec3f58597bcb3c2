import { reachOf } from '#domain/access/reach.ts'
import { type Role, staffRoles, type Viewer } from '#domain/access/roles.ts'
import { entityNames } from '#domain/model/registry.ts'
import type { EntityReach, Rights } from './model.ts'

const made = new Map<string, Rights>()

/** The rights of a viewer's roles by the policy table; cached by set of roles. */
export function rightsOf({ roles }: Pick<Viewer, 'roles'>): Rights {
  const key = [...roles].sort().join('+')
  const known = made.get(key)
  if (known) return known
  const rights = rightsOfRoles(key, roles)
  made.set(key, rights)
  return rights
}

function rightsOfRoles(key: string, roles: readonly Role[]): Rights {
  const reaches = new Map<string, EntityReach>(entityNames.map((name) => [name, reachOf(name, roles)]))
  return {
    key,
    unpublished: roles.includes('yllapito'),
    // Reasons are written for colleagues, as in the timeline of an order.
    reasons: roles.some((role) => staffRoles.includes(role)),
    reach: (name) => {
      const reach = reaches.get(name)
      if (!reach) throw new Error(`The policy table has no entity "${name}"`)
      return reach
    },
  }
}

/** For changes by the server of fields that no person may write (files, waybills); the entities' rules still apply. */
export const systemRights: Rights = {
  key: 'system',
  unpublished: true,
  reasons: true,
  reach: () => ({ read: 'all', hide: new Set(), mask: {}, create: {}, update: { rows: 'all' }, delete: { rows: 'all' } }),
}
