import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Role } from '#domain/access/roles.ts'
import type { PasswordHash } from '../auth/passwords.ts'
import { openContext } from '../open-context.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { storeNewUser } from './store-user.ts'

export type NewUser = {
  id?: string
  name: string
  mail: string
  /** The hash of a password that `acceptPassword` has checked. */
  password: PasswordHash
  roles: readonly Role[]
  etunimi: string
  sukunimi: string
  /** The customer; required with a customer's role. */
  asiakasId?: string
}

/** Makes a user on behalf of the system, as `POST /api/user` does. Throws RequestFault with the messages of that call. */
export async function addUser(pool: Pool, user: NewUser, now: number): Promise<{ id: string }> {
  const id = user.id ?? randomUUID()
  const values = {
    name: user.name,
    mail: user.mail,
    user_roles: [...user.roles],
    asiakas_id: user.asiakasId ?? null,
    profile_fields: { field_etunimi: user.etunimi, field_sukunimi: user.sukunimi },
  }
  const context = openContext({ pool, clock: () => now })
  await inTransaction(pool, (client) => storeNewUser({ ...context, client, viewer: null }, { id, values, password: user.password }))
  return { id }
}
