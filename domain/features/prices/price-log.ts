import { z } from 'zod'
import { priceInputs, priceStep } from '../../entities/price/price.steps.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'
import { pageOf } from '../../model/query/page-input.ts'
import { firstValidMoment, lastMoment } from '../../values/time/time.ts'

const id = (name: string) => z.uuid(`Tunniste (${name}) on UUID.`).toLowerCase().optional()
const moment = (name: string) => {
  const fault = `${name} on aika sekunteina.`
  return z.coerce.number<string | number>(fault).int(fault).min(firstValidMoment, fault).max(lastMoment, fault)
}

/** The price calculator log: every calculation that priced an order, newest first. */
export const priceLogCall = defineCall({
  method: 'GET',
  path: '/api/hintalaskuri/logs',
  roles: ['yllapito'],
  input: z.strictObject({
    asiakas_id: id('asiakas_id'),
    tilaus_id: id('tilaus_id'),
    /** The range of the calculation's time, both ends included. */
    alku: moment('alku').default(firstValidMoment),
    loppu: moment('loppu').default(lastMoment),
    ...pageOf({ usual: 50, max: 250 }),
  }),
  output: listOf(
    z.strictObject({
      id: z.uuid(),
      tunniste: z.string(),
      aika: z.number(),
      lahtotiedot: priceInputs,
      vaiheet: z.array(priceStep),
      tulos: z.number(),
      /** Null for the system itself. */
      kayttaja: z.strictObject({ id: z.uuid(), field_fullname: z.string(), name: z.string() }).nullable(),
      asiakas: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
      tilaus: z.strictObject({ id: z.uuid(), tunniste: z.string() }).nullable(),
      /** Null for hourly jobs alone, which have no price list. */
      hinnasto: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
    }),
  ),
})
export type PriceCalculation = OutputOf<typeof priceLogCall>['data'][number]
