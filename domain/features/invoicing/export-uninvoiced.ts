import { z } from 'zod'
import { defineFileCall } from '../../model/define-call.ts'
import { exportTypes } from '../exports/export-orders.ts'
import { exportFormats } from '../exports/order-export.ts'
import { uninvoicedFilter, uninvoicedSort } from './uninvoiced-filter.ts'

/** The list of uninvoiced orders as a file: those that the filter finds, in the same order. */
export const exportUninvoicedCall = defineFileCall({
  method: 'GET',
  path: '/api/laskuttamattomat_tilaukset/vienti',
  roles: ['yllapito'],
  input: z.strictObject({
    muoto: z.enum(exportFormats, `Anna muoto (muoto): ${exportFormats.join(' tai ')}.`).default('csv'),
    ...uninvoicedFilter,
    sort: uninvoicedSort,
  }),
  types: Object.values(exportTypes),
})
