import { z } from 'zod'
import { customerTypes } from '../../entities/customer/customer.entity.ts'
import { hourlyKinds } from '../../entities/hourly/hourly.entity.ts'
import { hourlyStates } from '../../entities/order/order.states.ts'
import { defineCall } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'
import { pageOf } from '../../model/query/page-input.ts'
import { productTypes } from '../../values/limits.ts'

/*
 * Lists whose rows have the fields that the screen shows. Fields that the policy table hides from a role are missing.
 */
const roles = ['yllapito', 'kuljettaja', 'asiakas', 'asiakas_yllapito'] as const

const namesOf = <K extends string>(values: Readonly<Record<K, string>>) => z.enum(Object.keys(values) as K[])
const sortBy = <const S extends readonly [string, ...string[]]>(sorts: S) =>
  z.enum(sorts, `Tuntematon järjestys (sort). Järjestykset: ${sorts.join(', ')}.`).optional()
const inputs = {
  /** Published rows; only administrators see removed ones (0). */
  status: z
    .union([z.literal(['1', '0']), z.literal([1, 0])], 'status on 1 tai 0.')
    .transform(Number)
    .default(1),
  ...pageOf({ usual: 50, max: 250 }),
}
/** A search text; without a sort the best matches come first, as for `filter[q]` (decision 13). */
const searched = { q: z.string().trim().optional() }
const ofCustomer = { asiakas_id: z.uuid('Tunniste (asiakas_id) on UUID.').toLowerCase().optional() }
const row = { id: z.uuid(), vid: z.number(), tunniste: z.string(), status: z.number(), name: z.string() }
const named = z.strictObject({ id: z.uuid(), name: z.string() }).nullable()

export const customersCall = defineCall({
  method: 'GET',
  path: '/api/asiakas',
  roles,
  input: z.strictObject({ ...inputs, ...searched, sort: sortBy(['name', '-name', 'created', '-created']) }),
  output: listOf(
    z.strictObject({
      ...row,
      y_tunnus: z.string().optional(),
      tyyppi: namesOf(customerTypes).optional(),
      maksuehto: z.number().optional(),
      kayntiosoite: z
        .strictObject({ id: z.uuid(), field_osoite_1: z.string(), field_postinumero: z.string(), field_postitoimipaikka: z.string() })
        .nullable()
        .optional(),
    }),
  ),
})

/** A customer's products: its own and the shared ones (`asiakas` null). */
export const productsCall = defineCall({
  method: 'GET',
  path: '/api/tuotteet',
  roles,
  input: z.strictObject({ ...inputs, ...searched, ...ofCustomer, sort: sortBy(['name', '-name', 'created', '-created']) }),
  output: listOf(
    z.strictObject({
      ...row,
      tyyppi: namesOf(productTypes),
      pituus: z.number(),
      leveys: z.number(),
      korkeus: z.number(),
      paino: z.number(),
      kuvaus: z.string(),
      lukitse_pituus: z.boolean(),
      lukitse_leveys: z.boolean(),
      lukitse_korkeus: z.boolean(),
      lukitse_paino: z.boolean(),
      asiakas: named,
    }),
  ),
})

export const hourlyJobsCall = defineCall({
  method: 'GET',
  path: '/api/tuntituote',
  roles,
  input: z.strictObject({
    ...inputs,
    ...ofCustomer,
    tila: namesOf(hourlyStates).optional(),
    sort: sortBy(['-toimituspaiva', 'toimituspaiva']),
  }),
  output: listOf(
    z.strictObject({
      ...row,
      tila: namesOf(hourlyStates),
      tyyppi: namesOf(hourlyKinds),
      toimituspaiva: z.number(),
      aloitusaika: z.number(),
      lopetusaika: z.number(),
      aika: z.number(),
      matka: z.number(),
      maara: z.number(),
      viite: z.string(),
      selite: z.string(),
      nouto_nimi: z.string(),
      nouto_osoite1: z.string(),
      nouto_postitmp: z.string(),
      hinta: z.number().optional(),
      tilaus: z.strictObject({ id: z.uuid(), tunniste: z.string() }).nullable(),
      asiakas: named,
      tuntituote_tyyppi: named,
      kuljettaja: z.strictObject({ id: z.uuid(), field_fullname: z.string() }).nullable().optional(),
      auto: z.strictObject({ id: z.uuid(), rekisterinumero: z.string() }).nullable().optional(),
    }),
  ),
})
