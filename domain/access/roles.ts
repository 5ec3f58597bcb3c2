/** The five roles that a person can hold (rules/access.md#roles). Anything else in the database is ignored. */
export const roles = ['yllapito', 'kuljettaja', 'asiakas', 'asiakas_yllapito', 'huolto'] as const
export type Role = (typeof roles)[number]

export const roleLabels: Record<Role, string> = {
  yllapito: 'Ylläpito',
  kuljettaja: 'Kuljettaja',
  asiakas: 'Asiakas',
  asiakas_yllapito: 'Asiakas Ylläpito',
  huolto: 'Huolto',
}

/** Roles that clients send for everybody; they are ignored (rules/access.md#pseudo-roles). */
export const pseudoRoles = ['anonymous', 'authenticated'] as const
export const isPseudoRole = (name: string): boolean => pseudoRoles.some((pseudo) => pseudo === name)

/** The person making a request: set by sign-in, used by the policy table, never read from what the client sends. */
export type Viewer = {
  userId: string
  name: string
  /** Known roles only; `asiakas_yllapito` is present only together with `asiakas`. Never empty. */
  roles: readonly Role[]
  /** The customer of a customer's profile (`field_asiakas`); null for everybody else. */
  asiakasId: string | null
}

/** Keeps the known roles and drops `asiakas_yllapito` when `asiakas` is missing (rules/access.md#roles). */
export function knownRoles(names: readonly string[]): Role[] {
  return roles.filter((role) => names.includes(role) && (role !== 'asiakas_yllapito' || names.includes('asiakas')))
}

/** The four client credentials of sign-in, one for each role group (rules/sign-in.md#clients); huolto signs in with the driver's. */
export const clientGroups = ['yllapito', 'kuljettaja', 'asiakas_yllapito', 'asiakas'] as const
export type ClientGroup = (typeof clientGroups)[number]

export function clientGroupOf(held: readonly Role[]): ClientGroup {
  if (held.includes('yllapito')) return 'yllapito'
  if (held.includes('kuljettaja') || held.includes('huolto')) return 'kuljettaja'
  return held.includes('asiakas_yllapito') ? 'asiakas_yllapito' : 'asiakas'
}

/** The profile kind to load, by priority (rules/access.md#profile-kind). Huolto has no kind of its own and uses the driver's. */
export const profileKinds = ['yllapito', 'kuljettaja', 'asiakas'] as const
export type ProfileKind = (typeof profileKinds)[number]

export function profileKindOf(held: readonly Role[]): ProfileKind {
  if (held.includes('yllapito')) return 'yllapito'
  return held.includes('kuljettaja') || held.includes('huolto') ? 'kuljettaja' : 'asiakas'
}

/** The profiles that a person with these roles has; `profileKindOf` is the one of them to load. */
export const profileKindsOf = (held: readonly Role[]): ProfileKind[] =>
  profileKinds.filter((kind) => held.some((role) => profileKindOf([role]) === kind))

/** The roles of customers' people. */
export const customerRoles = ['asiakas', 'asiakas_yllapito'] as const satisfies readonly Role[]
/** The roles of staff. */
export const staffRoles: readonly Role[] = roles.filter((role) => !customerRoles.some((one) => one === role))

/** The roles that a person may grant to others (rules/users.md#giving-roles). */
export function givableRoles(held: readonly Role[]): readonly Role[] {
  if (held.includes('yllapito')) return roles
  return held.includes('asiakas_yllapito') ? customerRoles : []
}
