import { z } from 'zod'
import { type VehicleClass, vehicleClasses } from '../../entities/car/vehicle-classes.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'

const classNames = Object.keys(vehicleClasses) as VehicleClass[]

/** Ours: the estimated emissions of an order, of the shipments that the caller may read (rules/emissions.md#orders). */
export const orderEmissionsCall = defineCall({
  method: 'GET',
  path: '/api/tilaus/paastot',
  roles: ['yllapito', 'asiakas', 'asiakas_yllapito'],
  input: z.strictObject({ tilaus_id: z.uuid('Tilauksen tunniste (tilaus_id) on UUID.').toLowerCase() }),
  output: z.strictObject({
    /** Grams of CO₂e, well-to-wheel. */
    grammat: z.number(),
    tonnikilometrit: z.number(),
    lahetyksia: z.number(),
    /** Of them those without an estimate: no weight, or an unknown place. */
    ilman_arviota: z.number(),
    lahteet: z.array(z.string()),
    rivit: z.array(
      z.strictObject({
        lahetys: z.uuid(),
        ajoneuvoluokka: z.enum(classNames),
        kg: z.number(),
        /** Null where there is no estimate. `kerroin`: grams for each tonne-kilometre. */
        arvio: z.strictObject({ grammat: z.number(), tonnikilometrit: z.number(), km: z.number(), kerroin: z.number() }).nullable(),
      }),
    ),
  }),
})
export type OrderEmissions = OutputOf<typeof orderEmissionsCall>
