import { randomUUID } from 'node:crypto'
import { DatabaseError, type PoolClient } from 'pg'
import type { z } from 'zod'
import { isPseudoRole, knownRoles, type ProfileKind, profileKindOf, profileKindsOf, type Role, type Viewer } from '#domain/access/roles.ts'
import { mailTaken, nameTaken, RequestFault } from '#domain/errors.ts'
import type { createUserCall, updateUserCall } from '#domain/features/users/user.ts'
import { registry } from '#domain/model/registry.ts'
import { storePassword } from '../auth/new-password.ts'
import type { PasswordHash } from '../auth/passwords.ts'
import type { Context } from '../context.ts'
import { type Actor, inputRow, type RowChange, type SaveOptions, system, systemFor } from '../entities/engine.ts'
import { enqueueMail } from '../platform/mail/mail-queue.ts'
import { allowInvitations, allowNewPerson } from './invitation-limits.ts'

export type NewValues = z.output<typeof createUserCall.input>
export type Changes = z.output<typeof updateUserCall.input>
type Storing = Context & Pick<SaveOptions, 'confirmed' | 'grants'> & { client: PoolClient; viewer: Viewer | null }

const profileNames = { yllapito: 'profile_yllapito', kuljettaja: 'profile_kuljettaja', asiakas: 'profile_asiakas' } as const

/** `user_roles` together with `profile_fields.roles` (rules/access.md#roles); undefined when neither is given. */
export function rolesOf({ user_roles, profile_fields }: Pick<Changes, 'user_roles' | 'profile_fields'>): string[] | undefined {
  const lists = [user_roles, profile_fields?.roles].filter((list) => list !== undefined)
  return lists.length === 0 ? undefined : [...new Set(lists.flat())].filter((role) => !isPseudoRole(role))
}

/** The attributes of the user's row. The full name is made of the names unless it is given. */
function userAttributes(values: Omit<Changes, 'id'>): Record<string, unknown> {
  const { name, mail, timezone, status, field_fullname, profile_fields = {} } = values
  const { field_etunimi, field_sukunimi } = profile_fields
  const named = field_etunimi !== undefined && field_sukunimi !== undefined ? `${field_etunimi} ${field_sukunimi}`.trim() : undefined
  const attributes = { name, mail, timezone, status, user_roles: rolesOf(values), field_fullname: field_fullname ?? named }
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))
}

const invalid = (pointer: string, detail: string) => new RequestFault({ kind: 'invalid', detail, pointer })

type ProfileValues = Pick<Changes, 'profile_fields' | 'asiakas_id' | 'profile_vid'>

/** Where the faults of the user's row and of its profiles point to. */
type Pointers = { user?: string; profile?: string }

type ProfileOf = { userId: string; kind: ProfileKind; existing: string | undefined; pointer?: string | undefined }

/** The change of a profile of this kind: only the fields that the kind has. */
function profileChange({ userId, kind, existing, pointer = '' }: ProfileOf, values: ProfileValues): RowChange {
  const { asiakas_id, profile_vid = null, profile_fields = {} } = values
  const entity = profileNames[kind]
  if (kind === 'asiakas' && !existing && !asiakas_id) throw invalid('/asiakas_id', 'Asiakas puuttuu.')
  const input = {
    ...Object.fromEntries(Object.entries(profile_fields).filter(([name]) => Object.hasOwn(registry[entity].fields, name))),
    ...(existing ? {} : { uid: userId }),
    ...(kind === 'asiakas' && asiakas_id ? { field_asiakas: asiakas_id } : {}),
  }
  return inputRow(existing ? 'update' : 'add', entity, existing ?? randomUUID(), input, { vid: profile_vid, pointer })
}

/** The rows of a new user: its own, and the profiles of its roles. */
export function newUserRows(id: string, values: NewValues, pointers: Pointers = {}): RowChange[] {
  const roles = knownRoles(rolesOf(values) ?? [])
  if (roles.length === 0) throw invalid('/user_roles', 'Anna vähintään yksi rooli.')
  const attributes = { timezone: registry.user.fields.timezone.default, ...userAttributes(values) }
  return [
    inputRow('add', 'user', id, attributes, { pointer: pointers.user ?? '' }),
    ...profileKindsOf(roles).map((kind) => profileChange({ userId: id, kind, existing: undefined, pointer: pointers.profile }, values)),
  ]
}

/**
 * Makes a user with the profiles of the roles and the password, in the caller's transaction; without a password, queues an invitation.
 * The caller has checked that the viewer may give these roles and this company.
 */
export async function storeNewUser(
  storing: Omit<Storing, 'grants'>,
  { id, values, password }: { id: string; values: NewValues; password: PasswordHash | null },
): Promise<void> {
  const { client, viewer, clock } = storing
  const changes = newUserRows(id, values)
  const now = clock()
  if (viewer) await allowNewPerson(client, viewer, now)
  await saveUser(storing, viewer ? systemFor(viewer) : system, changes)
  if (password) return storePassword(client, id, password, now)
  const { mail = '' } = values
  await allowInvitations(client, viewer?.userId ?? null, [mail], now)
  await enqueueMail(client, 'kutsu', mail, now, viewer?.userId ?? null)
}

/**
 * Changes a user within the viewer's rights, in the caller's transaction. A new role adds its profile; profiles of removed roles stay
 * unchanged. `profile_vid` is the version of the profile that is loaded with the user (rules/access.md#profile-kind).
 */
export async function storeChanges(storing: Storing & { viewer: Viewer }, changes: Changes, password: PasswordHash | null): Promise<void> {
  const { client, viewer, clock } = storing
  await saveUser(storing, viewer, changedUserRows(changes, await heldBy(client, changes.id)))
  if (password) await storePassword(client, changes.id, password, clock())
}

/** The roles of a stored user, and the ids of its profiles. */
export type HeldByUser = { held: readonly Role[]; profiles: ReadonlyMap<ProfileKind, string> }

/** The rows of a changed user: its own, and the profiles that change or that a new role adds. */
export function changedUserRows(changes: Changes, { held, profiles }: HeldByUser, pointers: Pointers = {}): RowChange[] {
  const roles = rolesOf(changes)
  if (roles && knownRoles(roles).length === 0) throw invalid('/user_roles', 'Anna vähintään yksi rooli.')
  const loaded = profileKindOf(held)
  const { profile_vid: _, ...unversioned } = changes
  const kinds = profileKindsOf(roles ? knownRoles(roles) : held).filter((kind) => !profiles.has(kind) || touchesProfile(changes))
  return [
    inputRow('update', 'user', changes.id, userAttributes(changes), { vid: changes.vid ?? null, pointer: pointers.user ?? '' }),
    ...kinds.map((kind) =>
      profileChange(
        { userId: changes.id, kind, existing: profiles.get(kind), pointer: pointers.profile },
        kind === loaded ? changes : unversioned,
      ),
    ),
  ]
}

const touchesProfile = ({ profile_fields = {}, asiakas_id }: Changes): boolean =>
  asiakas_id !== undefined || Object.keys(profile_fields).some((name) => name !== 'roles')

async function heldBy(client: PoolClient, userId: string): Promise<HeldByUser> {
  const { rows } = await client.query<{ user_roles: string[]; kind: ProfileKind | null; id: string }>(
    `select u.user_roles, p.kind, p.id from "user" u left join (
       select 'yllapito' as kind, id, uid_id from profile_yllapito
       union all select 'kuljettaja', id, uid_id from profile_kuljettaja
       union all select 'asiakas', id, uid_id from profile_asiakas) p on p.uid_id = u.id
     where u.id = $1`,
    [userId],
  )
  const profiles = new Map(rows.flatMap(({ kind, id }) => (kind === null ? [] : [[kind, id] as const])))
  return { held: knownRoles(rows[0]?.user_roles ?? []), profiles }
}

/** Reports a name or address in use with the messages that the client knows (rules/errors.md#user-messages). */
async function saveUser({ engine, ...options }: Storing, actor: Actor, changes: readonly RowChange[]): Promise<void> {
  try {
    await engine.save(actor, changes, options)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    const { name, mail } = changes[0]?.values ?? {}
    // When an account is enabled again, the call has neither; then the fault has the usual message (server/http/faults.ts).
    if (error.constraint === 'user_nimi' && name !== undefined) throw invalid('/name', nameTaken(String(name)))
    if (error.constraint === 'user_mail' && mail !== undefined) throw invalid('/mail', mailTaken(String(mail)))
    throw error
  }
}
