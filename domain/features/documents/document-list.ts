import { z } from 'zod'
import { roles, staffRoles } from '../../access/roles.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { idQuery } from '../../model/query/id-query.ts'
import { listOf } from '../../model/query/list-of.ts'
import { pageOf } from '../../model/query/page-input.ts'

/** The entities behind documents, their recipients and acknowledgements. */
const ofDocuments = ['dokumentti', 'dokumentti_kuittaus', 'user'] as const
export const documentReads = {
  yllapito: ofDocuments,
  kuljettaja: ofDocuments,
  huolto: ofDocuments,
  asiakas: ofDocuments,
  asiakas_yllapito: ofDocuments,
} as const

/** The documents that the viewer may read, last changed first, with their acknowledgements (rules/documents.md#acknowledging). */
export const documentsCall = defineCall({
  method: 'GET',
  path: '/api/dokumentit',
  roles: staffRoles,
  reads: documentReads,
  input: z.strictObject({
    /** 1: only documents that the viewer still has to acknowledge. */
    kuittaamatta: z.enum(['0', '1'], 'kuittaamatta on 0 tai 1.').default('0'),
    /** Only these of them. */
    ids: idQuery('ids', 250).optional(),
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
      /** Whether the viewer is a recipient. */
      minulle: z.boolean(),
      /** When the viewer acknowledged this version; 0 when they have not. */
      kuitattu: z.number(),
      /** The number of recipients, and of those who have acknowledged this version; null for viewers who are not administrators. */
      vastaanottajia: z.number().nullable(),
      kuittaneita: z.number().nullable(),
    }),
  ),
})
export type ListedDocument = OutputOf<typeof documentsCall>['data'][number]
