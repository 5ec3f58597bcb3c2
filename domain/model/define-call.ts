import type { z } from 'zod'
import type { Role } from '../access/roles.ts'
import type { EntityName } from './registry.ts'

/**
 * The only description of a call: the server validates with it, and the web app infers types from it.
 * The input of a GET is its query, of a DELETE its query or body, of others the body.
 */
export type Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/api/${string}` | `/user/${string}`
  /** The roles that may make the call (403 for others). The policy table limits the rows that it reaches. */
  roles: readonly Role[]
  /** The entities whose changes may change what a viewer with the role is answered, for every role; any entity without it. */
  reads?: Readonly<Record<Role, readonly EntityName[]>>
  /** Needs no sign-in. */
  open?: true
  /** Fields of the body that are not stored under an Idempotency-Key; `answer`: nothing of the call is stored. */
  secret?: readonly string[] | 'answer'
  input: I
  output: O
}

/** What a call that only administrators make reads. */
export const administratorsRead = (...entities: readonly EntityName[]): NonNullable<Call['reads']> => ({
  yllapito: entities,
  kuljettaja: [],
  asiakas: [],
  asiakas_yllapito: [],
  huolto: [],
})

export const defineCall = <I extends z.ZodType, O extends z.ZodType>(call: Call<I, O>): Call<I, O> => call

/** A call that returns a file, of one of these types by its input. */
export type FileCall<I extends z.ZodType = z.ZodType> = Pick<Call<I>, 'path' | 'roles' | 'input'> & {
  method: 'GET'
  types: readonly string[]
}

export const defineFileCall = <I extends z.ZodType>(call: FileCall<I>): FileCall<I> => call

/** The type of the answer as the client parses it. */
export type OutputOf<C extends Call> = z.output<C['output']>
