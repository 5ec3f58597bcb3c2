import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { givableRoles, type Viewer } from '#domain/access/roles.ts'
import { faultKinds, RequestFault, signInMessages } from '#domain/errors.ts'
import type { deleteUserCall } from '#domain/features/users/user.ts'
import type { Row } from '#domain/model/registry.ts'
import type { InstallationKey } from '../auth/installation-key.ts'
import { attemptAt, beginTry, forgetTries } from '../auth/lockout.ts'
import { acceptPassword, type EstimateStrength, isPasswordOf, storedOwnTexts } from '../auth/new-password.ts'
import type { SecurityLog } from '../auth/security-log.ts'
import type { Context } from '../context.ts'
import { removeRow } from '../entities/engine.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { refuseTooManyPeople } from './invitation-limits.ts'
import { type Changes, type NewValues, rolesOf, storeChanges, storeNewUser } from './store-user.ts'

/** `address` is the network address of the request. */
export type UserParts = Context & {
  key: InstallationKey
  securityLog: SecurityLog
  address: string
  estimate: EstimateStrength
  companyName: () => Promise<string>
}

const forbidden = (pointer: string) => new RequestFault({ kind: 'forbidden', detail: faultKinds.forbidden.title, pointer })
const notFound = () => new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })

/** Refuses (403) a user whom the viewer may not change. */
async function mayChange({ engine }: Context, viewer: Viewer, id: string): Promise<void> {
  const [found] = await engine.load(viewer, 'user', [id])
  if (!found?.mayUpdate) throw forbidden('/id')
}

/** The stored user; throws 404 when the viewer may not read it. */
export async function readableUser({ engine }: Context, viewer: Viewer, id: string): Promise<Row<'user'>> {
  const [found] = await engine.load(viewer, 'user', [id])
  if (!found?.mayRead) throw notFound()
  return found.row
}

export async function createUser(parts: UserParts, viewer: Viewer, input: NewValues): Promise<{ success: true; id: string }> {
  const givable: readonly string[] = givableRoles(viewer.roles)
  if (rolesOf(input)?.some((role) => !givable.includes(role))) throw forbidden('/user_roles')
  const server = viewer.roles.includes('yllapito')
  if (!server && input.asiakas_id && input.asiakas_id !== viewer.asiakasId) throw forbidden('/asiakas_id')
  if (!server && input.status !== undefined && Number(input.status) !== 1) throw forbidden('/status')
  const confirmed = rolesOf(input)?.includes('yllapito') ?? false
  if (confirmed) await confirmPassword(parts, viewer, input.existing_password)
  const values = { ...input, asiakas_id: input.asiakas_id ?? viewer.asiakasId }
  const { pool, clock } = parts
  // Before the expensive hash; counted again in the transaction that stores the person.
  await refuseTooManyPeople(pool, viewer, clock())
  const password = await newPasswordHash(parts, viewer, values)
  const id = randomUUID()
  await inTransaction(pool, (client) => storeNewUser({ ...parts, client, viewer, confirmed }, { id, values, password }))
  return { success: true, id }
}

/** Changes of passwords and mail addresses, and of other administrators, must be confirmed with the viewer's password. */
export async function updateUser(parts: UserParts, viewer: Viewer, input: Changes): Promise<{ success: true; id: string }> {
  const stored = await readableUser(parts, viewer, input.id)
  const newMail = input.mail !== undefined && input.mail !== stored.mail
  const roles: readonly string[] = [...(rolesOf(input) ?? []), ...stored.user_roles]
  const changesAdministrator = input.id !== viewer.userId && viewer.roles.includes('yllapito') && roles.includes('yllapito')
  const confirmed = newMail || Boolean(input.newPassword) || changesAdministrator
  if (confirmed) {
    // First refuse a person who may not change the user at all.
    await mayChange(parts, viewer, input.id)
    await confirmPassword(parts, viewer, input.existing_password)
  }
  const password = await newPasswordHash(parts, viewer, input)
  const grants = mayGiveRoles(viewer, input) ? { user: ['user_roles'] } : {}
  await inTransaction(parts.pool, (client) => storeChanges({ ...parts, client, viewer, confirmed, grants }, input, password))
  return { success: true, id: input.id }
}

type PasswordChange = Partial<NewValues> & { id?: string }

/** The hash of the new password after its check; null without one. */
async function newPasswordHash({ pool, estimate, companyName }: UserParts, { userId: client }: Viewer, values: PasswordChange) {
  const { newPassword, id, asiakas_id, name, mail, field_fullname, profile_fields } = values
  if (!newPassword) return null
  const { field_etunimi, field_sukunimi } = profile_fields ?? {}
  const ownWords = [name, mail, field_fullname, field_etunimi, field_sukunimi].filter((text) => text !== undefined)
  const stored = await storedOwnTexts(pool, { ...(id && { userId: id }), ...(asiakas_id && { asiakasId: asiakas_id }) })
  const ownTexts = [...ownWords, ...stored, await companyName()]
  return acceptPassword(estimate, { password: newPassword, ownTexts, client, pointer: '/newPassword' })
}

/** Checks the viewer's password, as somebody else may be using an open window; wrong tries count as at sign-in. */
export async function confirmPassword(parts: UserParts, viewer: Viewer, existing = ''): Promise<void> {
  const { pool, key, clock, securityLog, address } = parts
  const refuse = (detail: string) => new RequestFault({ kind: 'invalid', pointer: '/existing_password', detail })
  if (existing === '') throw refuse('Anna nykyinen salasana.')
  const attempt = attemptAt(key, { userId: viewer.userId, name: viewer.name, address })
  if (!(await beginTry(pool, attempt, clock())).allowed) {
    await securityLog.record({ kind: 'locked', userId: viewer.userId, address })
    throw refuse(signInMessages.locked)
  }
  if (!(await isPasswordOf(pool, viewer.userId, existing))) {
    await securityLog.record({ kind: 'sign_in_failed', userId: viewer.userId, address })
    throw refuse('Nykyinen salasana on väärin.')
  }
  await forgetTries(pool, attempt)
}

/** Whether a customer's administrator may give these roles. The policy's lists of fields cannot express this; its rows still apply. */
function mayGiveRoles(viewer: Viewer, input: Changes): boolean {
  const givable: readonly string[] = givableRoles(viewer.roles)
  return input.id !== viewer.userId && rolesOf(input)?.every((role) => givable.includes(role)) === true
}

export async function deleteUser(
  parts: UserParts,
  viewer: Viewer,
  { id, existing_password }: z.output<typeof deleteUserCall.input>,
): Promise<{ success: true; id: string }> {
  const { user_roles } = await readableUser(parts, viewer, id)
  const confirmed = id !== viewer.userId && user_roles.includes('yllapito')
  if (confirmed) {
    await mayChange(parts, viewer, id)
    await confirmPassword(parts, viewer, existing_password)
  }
  await parts.engine.save(viewer, [removeRow('user', id)], { confirmed })
  return { success: true, id }
}
