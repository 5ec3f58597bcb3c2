import type { z } from 'zod'
import type { Role } from '../access/roles.ts'

/**
 * A call as both sides know it: the server checks with it, the web infers from it. Nothing else describes the call.
 * A GET's input is its query, a DELETE's either, any other's its body.
 */
export type Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/api/${string}` | `/user/${string}`
  /** Who may make the call at all (403 for others). Which rows it reaches is the policy table's to say. */
  roles: readonly Role[]
  /** Needs no sign-in. */
  open?: true
  /** Fields of the body that leave no trace under an Idempotency-Key; `answer`: nothing of the call is kept there. */
  secret?: readonly string[] | 'answer'
  input: I
  output: O
}

export const defineCall = <I extends z.ZodType, O extends z.ZodType>(call: Call<I, O>): Call<I, O> => call

/** A call that reads a file: of one of these types, by the input. */
export type FileCall<I extends z.ZodType = z.ZodType> = Pick<Call<I>, 'path' | 'roles' | 'input'> & {
  method: 'GET'
  types: readonly string[]
}

export const defineFileCall = <I extends z.ZodType>(call: FileCall<I>): FileCall<I> => call

/** What the client gets. */
export type OutputOf<C extends Call> = z.output<C['output']>
