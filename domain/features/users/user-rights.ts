import { mayWrite } from '../../access/reach.ts'
import { givableRoles, type Role, type Viewer } from '../../access/roles.ts'
import type { Row } from '../../model/registry.ts'

/** What the viewer may do with the person: what the page offers, as far as the policy table and the user's rules go. */
export type UserRights = {
  /** The page is the viewer's own. */
  own: boolean
  staff: boolean
  edit: boolean
  rename: boolean
  /** The roles that the viewer may give and take here; none: they are only shown. */
  giveRoles: readonly Role[]
  /** Validity dates and the extra-driver mark; the customer that they belong to. */
  editDriver: boolean
  editCustomer: boolean
  disable: boolean
  enable: boolean
  /** Sessions and second factor: one's own, and administrators anybody's. */
  seeSignIn: boolean
}

type Person = Pick<Row<'user'>, 'id' | 'user_roles' | 'status'>

export function userRights(user: Person, viewer: Pick<Viewer, 'roles' | 'userId'>): UserRights {
  const { roles } = viewer
  const own = user.id === viewer.userId
  const staff = roles.includes('yllapito')
  const givable = givableRoles(roles)
  // Nobody who is more than a customer is a customer's administrator's to touch.
  const managed = staff || (givable.length > 0 && user.user_roles.every((role) => givable.includes(role)))
  const others = managed && !own
  return {
    own,
    staff,
    edit: own || managed,
    rename: mayWrite('user', roles, 'update', 'name'),
    giveRoles: others ? givable : [],
    editDriver: mayWrite('profile_kuljettaja', roles, 'update', 'field_ammattipatevyys_voimassa'),
    editCustomer: mayWrite('profile_asiakas', roles, 'update', 'field_asiakas'),
    disable: others && user.status === 1,
    enable: staff && user.status === 0,
    seeSignIn: own || staff,
  }
}
