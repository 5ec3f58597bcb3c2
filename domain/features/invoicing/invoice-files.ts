import { z } from 'zod'
import { defineFileCall } from '../../model/define-call.ts'

const input = z.strictObject({ id: z.uuid('Anna laskun tunniste (id).') })
const roles = ['yllapito', 'asiakas', 'asiakas_yllapito'] as const

/** An invoice as a file; of a customer's own sent invoices, and of any for staff (rules/invoicing.md#pdf). */
export const finvoiceFileCall = defineFileCall({ method: 'GET', path: '/api/lasku/finvoice', roles, input, types: ['application/xml'] })
/** All Finvoice files of an invoicing day with their manifest, as one zip (rules/invoicing.md#finvoice). */
export const finvoiceDayCall = defineFileCall({
  method: 'GET',
  path: '/api/laskut/finvoice',
  roles: ['yllapito'],
  input: z.strictObject({ paiva: z.iso.date('Anna päivä (paiva) muodossa 2026-11-24.') }),
  types: ['application/zip'],
})
export const invoicePdfCall = defineFileCall({ method: 'GET', path: '/api/lasku/pdf', roles, input, types: ['application/pdf'] })
