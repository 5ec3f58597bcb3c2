import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'
import { pageOf } from '../../model/query/page-input.ts'

export const securityEventKinds = ['kirjautuminen_epaonnistui', 'lukitus', 'tunnuksen_uusiokaytto', 'esto'] as const

/** Failed sign-ins, locks, reused refresh tokens and rejected operations of the last 90 days, newest first. No names or whole addresses. */
export const securityLogCall = defineCall({
  method: 'GET',
  path: '/api/turvaloki',
  roles: ['yllapito'],
  input: z.strictObject({
    laji: z.literal(securityEventKinds, `Valitse jokin: ${securityEventKinds.join(', ')}.`).optional(),
    kayttaja_id: z.uuid('Käyttäjän tunniste (kayttaja_id) on UUID.').toLowerCase().optional(),
    ...pageOf({ usual: 50, max: 250 }),
  }),
  output: listOf(
    z.strictObject({
      id: z.number(),
      laji: z.literal(securityEventKinds),
      /** Null when no user has the typed name. */
      kayttaja_id: z.uuid().nullable(),
      /** The /24 of an IPv4 address, the /48 of an IPv6 address. */
      verkko: z.string(),
      /** The rejected operation, such as `PATCH /api/user`; '' for the other kinds. */
      operaatio: z.string(),
      /** The number of events within an hour, and the time of the latest. */
      maara: z.number(),
      viimeksi: z.number(),
    }),
  ),
})
export type SecurityEvent = OutputOf<typeof securityLogCall>['data'][number]
