import { randomUUID } from 'node:crypto'
import { DatabaseError, type PoolClient } from 'pg'
import type { z } from 'zod'
import type { createUserCall, updateUserCall } from '#domain/calls/user.ts'
import { mailTaken, nameTaken, RequestFault } from '#domain/errors.ts'
import { registry } from '#domain/registry.ts'
import { knownRoles, type ProfileKind, profileKindOf, profileKindsOf, type Role } from '#domain/roles.ts'
import { storePassword } from '../auth/new-password.ts'
import type { PasswordHash } from '../auth/passwords.ts'
import { Faults, type Intent, readIntent } from '../jsonapi/intents.ts'
import { type Resource, resourceNamed } from '../jsonapi/model.ts'
import { save } from '../jsonapi/save.ts'
import type { Saving } from '../jsonapi/saving.ts'
import { enqueueMail } from '../mail/queue.ts'
import { systemRights } from '../rights.ts'

export type NewValues = z.output<typeof createUserCall.input>
export type Changes = z.output<typeof updateUserCall.input>
type Storing = Omit<Saving, 'runner'> & { runner: PoolClient }

const profileNames: Record<ProfileKind, string> = {
  yllapito: 'profile_yllapito',
  kuljettaja: 'profile_kuljettaja',
  asiakas: 'profile_asiakas',
}

/** `user_roles` together with `profile_fields.roles` (SPEC section 6); undefined when neither is given. */
export function rolesOf({ user_roles, profile_fields }: Pick<Changes, 'user_roles' | 'profile_fields'>): string[] | undefined {
  const given = [user_roles, profile_fields?.roles].filter((list) => list !== undefined)
  return given.length === 0 ? undefined : [...new Set(given.flat())]
}

/** What of the call is the user's own row. The full name follows the names unless it is given. */
function userAttributes(values: Omit<Changes, 'id'>): Record<string, unknown> {
  const { name, mail, timezone, status, field_fullname, vid, profile_fields = {} } = values
  const { field_etunimi, field_sukunimi } = profile_fields
  const named = field_etunimi !== undefined && field_sukunimi !== undefined ? `${field_etunimi} ${field_sukunimi}`.trim() : undefined
  const given = { name, mail, timezone, status, user_roles: rolesOf(values), field_fullname: field_fullname ?? named, vid }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** What of the call this kind of profile holds: a customer has no driver's card. */
function profileAttributes(resource: Resource, { profile_fields = {} }: Pick<Changes, 'profile_fields'>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(profile_fields).filter(([name]) => Object.hasOwn(resource.entity.fields, name)))
}

const invalid = (pointer: string, detail: string) => new RequestFault({ kind: 'invalid', detail, pointer })

type Reading = { saving: Storing; userId: string; faults: Faults }

function userIntent({ saving, userId, faults }: Reading, op: 'add' | 'update', attributes: Record<string, unknown>): Intent {
  const resource = resourceNamed(saving.model, 'user')
  const data = { type: registry.user.type, id: userId, attributes }
  return readIntent(saving.model, saving.rights, resource, data, { op, id: userId, pointer: '', localIds: new Map() }, faults)
}

function profileIntent(
  { saving, userId, faults }: Reading,
  kind: ProfileKind,
  values: Pick<Changes, 'profile_fields' | 'asiakas_id' | 'profile_vid'>,
  existing: string | undefined,
): Intent {
  const { model, rights } = saving
  const resource = resourceNamed(model, profileNames[kind])
  const { asiakas_id, profile_vid } = values
  const company = kind === 'asiakas' && asiakas_id ? { field_asiakas: { data: { type: registry.asiakas.type, id: asiakas_id } } } : {}
  if (kind === 'asiakas' && !existing && !asiakas_id) faults.add('invalid', '/asiakas_id', 'Asiakas puuttuu.')
  const attributes = { ...profileAttributes(resource, values), ...(profile_vid === undefined ? {} : { vid: profile_vid }) }
  const uid = existing ? {} : { uid: { data: { type: registry.user.type, id: userId } } }
  const data = { type: resource.type, id: existing ?? randomUUID(), attributes, relationships: { ...uid, ...company } }
  const told = { op: existing ? 'update' : 'add', id: data.id, pointer: '', localIds: new Map() } as const
  return readIntent(model, rights, resource, data, told, faults)
}

/**
 * Makes a user with the profiles of the roles held, and the password; without one, a link to choose it is sent. In the
 * caller's transaction. Whether the maker may give these roles and this company has been asked before.
 */
export async function storeNewUser(
  saving: Omit<Storing, 'rights'>,
  { id, values, password }: { id: string; values: NewValues; password: PasswordHash | null },
): Promise<void> {
  const storing = { ...saving, rights: systemRights }
  const roles = knownRoles(rolesOf(values) ?? [])
  if (roles.length === 0) throw invalid('/user_roles', 'Anna vähintään yksi rooli.')
  const reading = { saving: storing, userId: id, faults: new Faults() }
  const intents = [
    userIntent(reading, 'add', { timezone: registry.user.fields.timezone.default, ...userAttributes(values) }),
    ...profileKindsOf(roles).map((kind) => profileIntent(reading, kind, values, undefined)),
  ]
  reading.faults.throwIfAny()
  await saveUser(storing, intents)
  if (password) await storePassword(saving.runner, id, password, saving.now)
  else await enqueueMail(saving.runner, 'kutsu', values.mail ?? '', saving.now)
}

/**
 * Changes what is given, as far as `saving.rights` go, in the caller's transaction. A role that is new brings its profile;
 * profiles of roles no longer held stay as they are. `profile_vid` is of the profile that is loaded (SPEC section 6).
 */
export async function storeChanges(saving: Storing, changes: Changes, password: PasswordHash | null): Promise<void> {
  const { runner, now } = saving
  const { held, profiles } = await heldBy(runner, changes.id)
  const roles = rolesOf(changes)
  const reading = { saving, userId: changes.id, faults: new Faults() }
  if (roles && knownRoles(roles).length === 0) reading.faults.add('invalid', '/user_roles', 'Anna vähintään yksi rooli.')
  const loaded = profileKindOf(held)
  const { profile_vid: _, ...unversioned } = changes
  const intents = [
    userIntent(reading, 'update', userAttributes(changes)),
    ...profileKindsOf(roles ? knownRoles(roles) : held)
      .filter((kind) => !profiles.has(kind) || touchesProfile(changes))
      .map((kind) => profileIntent(reading, kind, kind === loaded ? changes : unversioned, profiles.get(kind))),
  ]
  reading.faults.throwIfAny()
  await saveUser(saving, intents)
  if (password) await storePassword(runner, changes.id, password, now)
}

const touchesProfile = ({ profile_fields = {}, asiakas_id }: Changes): boolean =>
  asiakas_id !== undefined || Object.keys(profile_fields).some((name) => name !== 'roles')

async function heldBy(runner: PoolClient, userId: string): Promise<{ held: Role[]; profiles: Map<ProfileKind, string> }> {
  const { rows } = await runner.query<{ user_roles: string[]; kind: ProfileKind | null; id: string }>(
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

/** A name or an address that is taken is told in the words that the client knows (SPEC section 8). */
async function saveUser(saving: Storing, intents: readonly Intent[]): Promise<void> {
  try {
    await save(saving, intents)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    const { name, mail } = intents[0]?.values ?? {}
    // Of an account taken back into use neither is given: then in the words of every other way (server/plugins/faults.ts).
    if (error.constraint === 'user_nimi' && name !== undefined) throw invalid('/name', nameTaken(String(name)))
    if (error.constraint === 'user_mail' && mail !== undefined) throw invalid('/mail', mailTaken(String(mail)))
    throw error
  }
}
