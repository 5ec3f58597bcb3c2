import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { registry } from '#domain/registry.ts'
import type { Role } from '#domain/roles.ts'
import { acceptPassword } from '../auth/new-password.ts'
import type { PasswordHash } from '../auth/passwords.ts'
import { inTransaction } from '../database/transaction.ts'
import { modelOf } from '../jsonapi/model.ts'
import { rules } from '../rules.ts'
import { storeNewUser } from './store-user.ts'

export type NewUser = {
  id?: string
  name: string
  mail: string
  /** A hash made before (`hashPassword`) serves many users of a test at once, and is not judged again. */
  password: string | PasswordHash
  roles: readonly Role[]
  etunimi: string
  sukunimi: string
  /** The customer company; required when a profile is a customer's. */
  asiakasId?: string
}

/** Makes a user as `POST /api/user` does, of the system's own accord. Throws RequestFault, its words as that call has them. */
export async function addUser(pool: Pool, user: NewUser, now: number): Promise<{ id: string }> {
  const password = typeof user.password === 'string' ? await acceptPassword(user.password, user) : user.password
  const id = user.id ?? randomUUID()
  const values = {
    name: user.name,
    mail: user.mail,
    user_roles: [...user.roles],
    asiakas_id: user.asiakasId ?? null,
    profile_fields: { field_etunimi: user.etunimi, field_sukunimi: user.sukunimi },
  }
  await inTransaction(pool, (runner) =>
    storeNewUser({ model: modelOf(registry), rules, runner, viewer: null, now }, { id, values, password }),
  )
  return { id }
}
