import { randomUUID } from 'node:crypto'
import { faultKinds, RequestFault, signInMessages } from '#domain/errors.ts'
import { givableRoles, type Viewer } from '#domain/roles.ts'
import type { InstallationKey } from '../auth/installation-key.ts'
import { beginTry, forgetTries } from '../auth/lockout.ts'
import { acceptPassword, isPasswordOf } from '../auth/new-password.ts'
import { inTransaction } from '../database/transaction.ts'
import { ownIntent } from '../jsonapi/intents.ts'
import { type Rights, resourceNamed } from '../jsonapi/model.ts'
import { loadRows, type StoredRow } from '../jsonapi/rows.ts'
import { save } from '../jsonapi/save.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { type Changes, type NewValues, rolesOf, storeChanges, storeNewUser } from './store-user.ts'

export type UserParts = JsonApi & { key: InstallationKey }

const forbidden = (pointer: string) => new RequestFault({ kind: 'forbidden', detail: faultKinds.forbidden.title, pointer })
const notFound = () => new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title })

/** The user as stored; a 404 when out of the viewer's reach. */
export async function readableUser({ pool, model, rightsOf }: JsonApi, viewer: Viewer, id: string): Promise<StoredRow> {
  const [found] = await loadRows(pool, model, rightsOf(viewer), viewer, resourceNamed(model, 'user'), {
    column: 'id',
    ids: [id],
    lock: false,
  })
  if (!found?.mayRead) throw notFound()
  return found.row
}

export async function createUser(parts: UserParts, viewer: Viewer, asked: NewValues): Promise<{ success: true; id: string }> {
  const givable: readonly string[] = givableRoles(viewer.roles)
  if (rolesOf(asked)?.some((role) => !givable.includes(role))) throw forbidden('/user_roles')
  const house = viewer.roles.includes('yllapito')
  if (!house && asked.asiakas_id && asked.asiakas_id !== viewer.asiakasId) throw forbidden('/asiakas_id')
  if (!house && asked.status !== undefined && Number(asked.status) !== 1) throw forbidden('/status')
  const values = { ...asked, asiakas_id: asked.asiakas_id ?? viewer.asiakasId }
  const owner = { name: asked.name, mail: asked.mail ?? '' }
  const password = asked.newPassword ? await acceptPassword(asked.newPassword, owner, '/newPassword') : null
  const id = randomUUID()
  const { model, rules, pool, clock } = parts
  await inTransaction(pool, (runner) => storeNewUser({ model, rules, runner, viewer, now: clock() }, { id, values, password }))
  return { success: true, id }
}

/** One's own password and mail are changed by whoever knows the present password. */
export async function updateUser(parts: UserParts, viewer: Viewer, asked: Changes): Promise<{ success: true; id: string }> {
  const { model, rules, pool, clock } = parts
  const stored = await readableUser(parts, viewer, asked.id)
  const newMail = asked.mail !== undefined && asked.mail !== stored.mail
  const confirmed = asked.id === viewer.userId && (newMail || Boolean(asked.newPassword))
  if (confirmed) await confirmPassword(parts, viewer, asked.existing_password ?? '')
  const owner = { name: asked.name ?? stored.name, mail: asked.mail ?? String(stored.mail) }
  const password = asked.newPassword ? await acceptPassword(asked.newPassword, owner, '/newPassword') : null
  const rights = rightsToGive(parts.rightsOf(viewer), viewer, asked)
  await inTransaction(pool, (runner) => storeChanges({ model, rules, runner, viewer, rights, confirmed, now: clock() }, asked, password))
  return { success: true, id: asked.id }
}

/** That it is the person themselves, not somebody at a window left open; wrong tries count as at sign-in. */
export async function confirmPassword({ pool, key, clock }: UserParts, viewer: Viewer, existing: string): Promise<void> {
  const refuse = (detail: string) => new RequestFault({ kind: 'invalid', pointer: '/existing_password', detail })
  if (existing === '') throw refuse('Anna nykyinen salasana.')
  const tries = key.hashOf(viewer.name)
  if (!(await beginTry(pool, tries, clock()))) throw refuse(signInMessages.locked)
  if (!(await isPasswordOf(pool, viewer.userId, existing))) throw refuse('Nykyinen salasana on väärin.')
  await forgetTries(pool, tries)
}

/**
 * A customer's administrator gives roles too, but only some, which the policy's lists of fields cannot say: the rows stay
 * those of the policy.
 */
function rightsToGive(rights: Rights, viewer: Viewer, asked: Changes): Rights {
  const givable: readonly string[] = givableRoles(viewer.roles)
  const wanted = rolesOf(asked)
  if (!wanted || viewer.roles.includes('yllapito') || asked.id === viewer.userId || !wanted.every((role) => givable.includes(role)))
    return rights
  return {
    ...rights,
    reach(name) {
      const reach = rights.reach(name)
      if (name !== 'user' || !reach.update?.only) return reach
      return { ...reach, update: { ...reach.update, only: [...reach.update.only, 'user_roles'] } }
    },
  }
}

export async function deleteUser(parts: UserParts, viewer: Viewer, id: string): Promise<{ success: true; id: string }> {
  const { model, rules, pool, clock } = parts
  const rights = parts.rightsOf(viewer)
  const intent = ownIntent('remove', resourceNamed(model, 'user'), id)
  await inTransaction(pool, (runner) => save({ model, rules, runner, viewer, rights, now: clock() }, [intent]))
  return { success: true, id }
}
