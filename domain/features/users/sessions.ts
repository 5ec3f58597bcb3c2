import { z } from 'zod'
import { roles } from '../../access/roles.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'

/** The user; defaults to the caller. Only administrators may name other people. */
const userId = z.uuid('Käyttäjän tunniste (user_id) on UUID.').toLowerCase().optional()

/** The open sessions, the most recently used first. */
export const sessionsCall = defineCall({
  method: 'GET',
  path: '/api/istunnot',
  roles,
  input: z.strictObject({ user_id: userId }),
  output: listOf(
    z.strictObject({
      id: z.uuid(),
      alkoi: z.number(),
      kaytetty_viimeksi: z.number(),
      /** Browser and operating system, such as "Firefox, Windows"; '' when unknown. */
      laite: z.string(),
      /** The session of this request. */
      nykyinen: z.boolean(),
    }),
  ),
})
export type OpenSession = OutputOf<typeof sessionsCall>['data'][number]

/** Ends one session, or with `kaikki` all of the person's except the one that makes the request. */
export const endSessionsCall = defineCall({
  method: 'DELETE',
  path: '/api/istunnot',
  roles,
  input: z
    .strictObject({
      user_id: userId,
      id: z.uuid('Istunnon tunniste (id) on UUID.').toLowerCase().optional(),
      kaikki: z.literal(true, 'kaikki on true.').optional(),
    })
    .refine(({ id, kaikki }) => (id === undefined) !== (kaikki === undefined), { error: 'Anna id tai kaikki.', path: ['id'] }),
  output: z.strictObject({ success: z.literal(true), paatetty: z.number() }),
})
