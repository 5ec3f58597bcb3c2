import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'

/** Ours: the estimated emissions of a customer's delivered orders by month of delivery (rules/emissions.md#customers). */
export const customerEmissionsCall = defineCall({
  method: 'GET',
  path: '/api/asiakas/paastot',
  roles: ['yllapito', 'asiakas', 'asiakas_yllapito'],
  input: z.strictObject({ asiakas_id: z.uuid('Tunniste (asiakas_id) on UUID.').toLowerCase() }),
  output: listOf(
    z.strictObject({
      /** The start of the month, unix seconds. */
      kuukausi: z.number(),
      /** Grams of CO₂e, well-to-wheel. */
      grammat: z.number(),
      tonnikilometrit: z.number(),
      lahetyksia: z.number(),
      ilman_arviota: z.number(),
      lahteet: z.array(z.string()),
    }),
  ),
})
export type EmissionMonth = OutputOf<typeof customerEmissionsCall>['data'][number]
