import { mayWrite } from '../../access/reach.ts'
import { givableRoles, type Role, type Viewer } from '../../access/roles.ts'
import type { Row } from '../../model/registry.ts'

/** The viewer's rights to a person, from the policy table and the user's rules: what the page offers. */
export type UserRights = {
  /** Whether the page is the viewer's own. */
  own: boolean
  staff: boolean
  edit: boolean
  rename: boolean
  /** The roles that the viewer may grant and remove here; if none, roles are only shown. */
  giveRoles: readonly Role[]
  /** `editDriver`: validity dates and the extra-driver mark; `editCustomer`: the customer of the person. */
  editDriver: boolean
  editCustomer: boolean
  disable: boolean
  enable: boolean
  /** Sessions and second factor: of oneself, and for administrators of anybody. */
  seeSignIn: boolean
}

type Person = Pick<Row<'user'>, 'id' | 'user_roles' | 'status'>

export function userRights(user: Person, viewer: Pick<Viewer, 'roles' | 'userId'>): UserRights {
  const { roles } = viewer
  const own = user.id === viewer.userId
  const staff = roles.includes('yllapito')
  const givable = givableRoles(roles)
  // A customer's administrator may manage only people without other roles.
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

/** The fields that the viewer may set for a new person. */
export const newUserRights = (viewer: Pick<Viewer, 'roles' | 'userId'>): UserRights => ({
  ...userRights({ id: '', user_roles: [], status: 1 }, viewer),
  rename: true,
  disable: false,
})
