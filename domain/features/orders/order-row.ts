import { z } from 'zod'
import { hourlyStates, orderStates, shipmentStates } from '../../entities/order/order.states.ts'
import { keyOf } from '../../values/key-of.ts'

const driver = z.strictObject({ id: z.uuid(), field_fullname: z.string() }).nullable().optional()
const car = z.strictObject({ id: z.uuid(), rekisterinumero: z.string() }).nullable().optional()
const line = {
  id: z.uuid(),
  viite: z.string(),
  nouto_nimi: z.string(),
  nouto_postitmp: z.string(),
  maara: z.number(),
  kuljettaja: driver,
  auto: car,
}

/** An order of a list, with its lines; fields that the policy table hides from a role are missing. */
export const orderRow = z.strictObject({
  id: z.uuid(),
  tunniste: z.string(),
  tilausnro: z.number(),
  tilauksen_tila: keyOf(orderStates),
  toivottu_toimitus: z.number(),
  hinta: z.number().optional(),
  asiakas: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  lahetykset: z.array(
    z.strictObject({
      ...line,
      tila: keyOf(shipmentStates),
      toimitus_nimi: z.string(),
      toimitus_postitmp: z.string(),
      toivottu_toimitus: z.number(),
      paino: z.number(),
    }),
  ),
  tuntituotteet: z.array(z.strictObject({ ...line, tila: keyOf(hourlyStates), selite: z.string(), toimituspaiva: z.number() })),
})
