import { z } from 'zod'
import { roles } from '../../access/roles.ts'
import { defineCall, defineFileCall, type OutputOf } from '../../model/define-call.ts'
import { pageOf } from '../../model/page-input.ts'

const id = z.uuid('Dokumentin tunniste (id) on UUID.').toLowerCase()

/** Who has acknowledged a document's current version and who has not (rules/documents.md#summary); those who have not come first. */
export const documentSummaryCall = defineCall({
  method: 'GET',
  path: '/api/dokumentti_yhteenveto',
  roles: ['yllapito'],
  input: z.strictObject({ id, ...pageOf({ usual: 250, max: 500 }) }),
  output: z.strictObject({
    data: z.array(
      z.strictObject({
        /** Of the person. */
        id: z.uuid(),
        nimi: z.string(),
        roolit: z.array(z.enum(roles)),
        /** When they acknowledged it; 0 when they have not. */
        kuitattu: z.number(),
        nimenselvennys: z.string(),
        /** The signature's file. */
        allekirjoitus: z.uuid().nullable(),
        /** When they were last reminded of this version; 0 when they were not. */
        muistutettu: z.number(),
      }),
    ),
    meta: z.strictObject({ count: z.number(), kuittaneita: z.number() }),
  }),
})
export type DocumentSummary = OutputOf<typeof documentSummaryCall>
export type DocumentRecipient = DocumentSummary['data'][number]

/** Ours: the same as a PDF, with every recipient. */
export const documentSummaryPdfCall = defineFileCall({
  method: 'GET',
  path: '/api/dokumentti_yhteenveto/pdf',
  roles: ['yllapito'],
  input: z.strictObject({ id }),
  types: ['application/pdf'],
})
