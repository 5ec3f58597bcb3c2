import { z } from 'zod'
import { roles, staffRoles } from '../../access/roles.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { pageOf } from '../../model/page-input.ts'
import { listOf } from '../../model/query/list-of.ts'

/** The documents that the viewer may read, the latest changed first, with how they are acknowledged (rules/documents.md#acknowledging). */
export const documentsCall = defineCall({
  method: 'GET',
  path: '/api/dokumentit',
  roles: staffRoles,
  input: z.strictObject({
    /** 1: only those whose acknowledgement by the viewer is missing. */
    kuittaamatta: z.enum(['0', '1'], 'kuittaamatta on 0 tai 1.').default('0'),
    ...pageOf({ usual: 50, max: 500 }),
  }),
  output: listOf(
    z.strictObject({
      id: z.uuid(),
      tunniste: z.string(),
      name: z.string(),
      kuvaus: z.string(),
      roolit: z.array(z.enum(roles)),
      kuitattava: z.boolean(),
      versio: z.number(),
      muutettu: z.number(),
      tiedostoja: z.number(),
      /** The viewer is one of the recipients. */
      minulle: z.boolean(),
      /** When the viewer acknowledged this version; 0 when they have not. */
      kuitattu: z.number(),
      /** Recipients, and how many of them have acknowledged this version; null for those who only read documents. */
      vastaanottajia: z.number().nullable(),
      kuittaneita: z.number().nullable(),
    }),
  ),
})
export type ListedDocument = OutputOf<typeof documentsCall>['data'][number]
