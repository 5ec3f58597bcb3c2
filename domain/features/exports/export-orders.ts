import { z } from 'zod'
import { defineFileCall } from '../../model/define-call.ts'
import { exportFormats } from './order-export.ts'

export const exportTypes = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const
const isListing = (name: string): boolean => name === 'muoto' || name === 'sort' || name.startsWith('filter[')

/**
 * The orders of a list as a file: those that match `filter`, in the order of `sort`, both as in `GET /jsonapi/tilaus_entity/tilaus_entity`.
 * A sheet holds 20 000 orders.
 */
export const exportOrdersCall = defineFileCall({
  method: 'GET',
  path: '/api/tilaukset-vienti',
  roles: ['yllapito', 'asiakas', 'asiakas_yllapito'],
  input: z
    .looseObject({ muoto: z.enum(exportFormats, `Anna muoto (muoto): ${exportFormats.join(' tai ')}.`), sort: z.string().optional() })
    .superRefine((query, context) => {
      for (const name of Object.keys(query))
        if (!isListing(name)) context.addIssue({ code: 'custom', path: [name], message: `Tuntematon parametri: ${name}.` })
    }),
  types: Object.values(exportTypes),
})
