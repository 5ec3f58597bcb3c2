import { z } from 'zod'
import { hourlyKinds } from '../../entities/hourly/hourly.entity.ts'
import { missingPriceReasons, priceStep } from '../../entities/price/price.steps.ts'
import { reservations } from '../../entities/shipment/shipment.entity.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { keyOf } from '../../values/key-of.ts'
import { productTypes } from '../../values/limits.ts'
import { lastMoment } from '../../values/time/time.ts'

const maxLines = 250
const id = z.uuid('Tunniste on UUID.').toLowerCase()
const some = id.nullable().default(null)
const amount = (max: number) => z.number('Anna luku.').min(0, 'Luku ei voi olla negatiivinen.').max(max, `Luku on enintään ${max}.`)
const code = z
  .string()
  .trim()
  .regex(/^[\dA-Za-z -]{0,12}$/, 'Postinumero ei kelpaa.')
  .default('')
const country = z
  .string()
  .trim()
  .regex(/^([A-Za-z]{2})?$/, 'Anna maa kahdella kirjaimella, esimerkiksi FI.')
  .default('FI')
const tooMany = `Rivejä on enintään ${maxLines}.`

/** The price of an order that is being typed (rules/prices.md#log). Nothing is stored, and nothing is logged. */
export const priceDraftCall = defineCall({
  method: 'POST',
  path: '/api/hintalaskuri',
  roles: ['yllapito', 'asiakas', 'asiakas_yllapito'],
  // Requested at every pause in typing, so no answer is stored for a retry.
  secret: 'answer',
  input: z.strictObject({
    /** The customer whose prices apply. Missing: the caller's own customer, or the default prices for staff. */
    asiakas_id: id.optional(),
    /** A midnight in Helsinki: the day whose price list applies. 0: today. */
    paiva: z.int().min(0).max(lastMoment).default(0),
    /** The server measures the distance; `paino` is the weight of the whole row in kg. */
    lahetykset: z
      .array(
        z.strictObject({
          nouto_maa: country,
          nouto_postinro: code,
          nouto_osoite: some,
          toimitus_maa: country,
          toimitus_postinro: code,
          toimitus_osoite: some,
          tyyppi: keyOf(productTypes).default('muu'),
          maara: amount(1_000_000).default(1),
          paino: amount(999_999_999).default(0),
          varauma: keyOf(reservations).default(''),
        }),
      )
      .max(maxLines, tooMany)
      .default([]),
    tuntituotteet: z
      .array(
        z.strictObject({
          tyyppi: keyOf(hourlyKinds).default('aika'),
          aika: amount(100_000).default(0),
          matka: amount(100_000).default(0),
          maara: amount(100_000).default(0),
          minimilaskutus: amount(10_000).default(450),
          tuntituote_tyyppi: some,
          tuntituote_instanssi: some,
        }),
      )
      .max(maxLines, tooMany)
      .default([]),
  }),
  output: z.strictObject({
    /** 0 for no price; `puute` then gives the reason. */
    hinta: z.number(),
    puute: z.enum(['', ...(Object.keys(missingPriceReasons) as (keyof typeof missingPriceReasons)[])]),
    /** The name of the list and the steps, for those who may read price lists; otherwise '' and none. */
    hinnasto: z.string(),
    vaiheet: z.array(priceStep),
  }),
})
export type PriceDraft = OutputOf<typeof priceDraftCall>
