import { randomUUID } from 'node:crypto'
import { DatabaseError } from 'pg'
import type { Entity } from '#domain/define-entity.ts'
import { RequestFault } from '#domain/errors.ts'
import { registry } from '#domain/registry.ts'
import { knownRoles, type ProfileKind, profileKindOf, type Role } from '#domain/roles.ts'
import { insertRow } from './insert-row.ts'
import { acceptPassword, type Queryable } from './new-password.ts'
import type { PasswordHash } from './passwords.ts'

export type NewUser = {
  id?: string
  name: string
  mail: string
  /** A hash made before (`hashPassword`) serves many demo users at once, and is not judged again. */
  password: string | PasswordHash
  roles: readonly Role[]
  etunimi: string
  sukunimi: string
  /** The customer company; required when the profile is a customer's. */
  asiakasId?: string
}

const profileEntities: Record<ProfileKind, Entity> = {
  yllapito: registry.profile_yllapito,
  kuljettaja: registry.profile_kuljettaja,
  asiakas: registry.profile_asiakas,
}

const invalid = (pointer: string, detail: string) => new RequestFault({ kind: 'invalid', detail, pointer })

function takenFault(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.code !== '23505') return error
  if (error.constraint === 'user_nimi') return invalid('/name', 'Käyttäjätunnus on jo käytössä')
  if (error.constraint === 'user_mail') return invalid('/mail', 'Sähköpostiosoite on jo käytössä')
  return error
}

/** Makes a user with profile and password, all or nothing, in one statement. */
export async function createUser(db: Queryable, user: NewUser, now: number): Promise<{ id: string; profileId: string }> {
  const { name, mail, etunimi, sukunimi } = user
  const held = knownRoles(user.roles)
  if (name.trim() === '') throw invalid('/name', 'Käyttäjätunnus puuttuu.')
  if (held.length === 0 || held.length !== new Set(user.roles).size)
    throw invalid('/roles', 'Anna vähintään yksi rooli; asiakas_yllapito vaatii myös roolin asiakas.')
  const kind = profileKindOf(held)
  if (kind === 'asiakas' && !user.asiakasId) throw invalid('/asiakas_id', 'Asiakas puuttuu.')
  const { argon2id } = typeof user.password === 'string' ? await acceptPassword(user.password, user) : user.password
  const ids = { id: user.id ?? randomUUID(), profileId: randomUUID() }
  const fullName = `${etunimi} ${sukunimi}`.trim()
  const row = insertRow(
    registry.user,
    { id: ids.id, name: name.trim(), mail: mail.trim(), user_roles: held, field_fullname: fullName },
    now,
  )
  const ofPerson = { id: ids.profileId, uid_id: ids.id, name: fullName, field_etunimi: etunimi, field_sukunimi: sukunimi }
  const next = row.values.length + 1
  const profile = insertRow(
    profileEntities[kind],
    kind === 'asiakas' ? { ...ofPerson, field_asiakas_id: user.asiakasId } : ofPerson,
    now,
    next + 3,
  )
  try {
    await db.query(
      `with uusi as (${row.sql}), sala as (insert into salasana (user_id, tiiviste, vaihdettu) values ($${next}, $${next + 1}, $${next + 2}))
       ${profile.sql}`,
      [...row.values, ids.id, argon2id, now, ...profile.values],
    )
  } catch (error) {
    throw takenFault(error)
  }
  return ids
}
