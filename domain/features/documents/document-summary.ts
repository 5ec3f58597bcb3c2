import { z } from 'zod'
import { roles } from '../../access/roles.ts'
import { defineCall, defineFileCall, type OutputOf } from '../../model/define-call.ts'
import { pageOf } from '../../model/query/page-input.ts'
import { documentReads } from './document-list.ts'

/** Reminders are notifications. */
const reminderReads = { ...documentReads, yllapito: [...documentReads.yllapito, 'notification'] } as const

const id = z.uuid('Dokumentin tunniste (id) on UUID.').toLowerCase()

/** The recipients of a document and their acknowledgements of its current version, missing ones first (rules/documents.md#summary). */
export const documentSummaryCall = defineCall({
  method: 'GET',
  path: '/api/dokumentti_yhteenveto',
  roles: ['yllapito'],
  reads: reminderReads,
  input: z.strictObject({ id, ...pageOf({ usual: 250, max: 500 }) }),
  output: z.strictObject({
    data: z.array(
      z.strictObject({
        /** The user id. */
        id: z.uuid(),
        nimi: z.string(),
        roolit: z.array(z.enum(roles)),
        /** When they acknowledged it; 0 when they have not. */
        kuitattu: z.number(),
        nimenselvennys: z.string(),
        /** The file id of the signature. */
        allekirjoitus: z.uuid().nullable(),
        /** When they were last reminded of this version; 0 when they have not been. */
        muistutettu: z.number(),
      }),
    ),
    meta: z.strictObject({ count: z.number(), kuittaneita: z.number() }),
  }),
})
export type DocumentSummary = OutputOf<typeof documentSummaryCall>
export type DocumentRecipient = DocumentSummary['data'][number]

/** Ours: the summary as a PDF, with every recipient. */
export const documentSummaryPdfCall = defineFileCall({
  method: 'GET',
  path: '/api/dokumentti_yhteenveto/pdf',
  roles: ['yllapito'],
  input: z.strictObject({ id }),
  types: ['application/pdf'],
})
