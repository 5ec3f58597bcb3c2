import { z } from 'zod'
import { rentalPeriods, rentalTypes, type vuokraus } from '../../entities/rental/rental.entity.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { operationResults } from '../../model/operation-results.ts'
import { listOf } from '../../model/query/list-of.ts'
import { pageOf } from '../../model/query/page-input.ts'
import { billingDays, contractStates } from '../../values/contract.ts'
import { keyOf } from '../../values/key-of.ts'

const uuid = z.uuid('Tunniste (id) on UUID.').toLowerCase()

/** The number of billing dates that a rental shows (rules/rentals.md#next-dates). */
export const shownDates = 5

const billingDate = z.strictObject({
  /** Days are midnights in Helsinki, as unix seconds. */
  paiva: z.number(),
  kausi_alkaa: z.number(),
  kausi_paattyy: z.number(),
  /** EUR without VAT; 0 when skipped. */
  summa: z.number(),
  ohitettu: z.boolean(),
})

/** A rental as it is listed. */
export const rentalRow = z.strictObject({
  id: z.uuid(),
  vid: z.number(),
  tunniste: z.string(),
  name: z.string(),
  tila: keyOf(contractStates),
  tyyppi: keyOf(rentalTypes),
  maara: z.number(),
  hinta: z.number(),
  hinta_total: z.number(),
  laskutuskausi: keyOf(rentalPeriods),
  laskutuspaiva: keyOf(billingDays),
  aktivointipaiva: z.number(),
  ohitetut_paivat: z.array(z.number()),
  asiakas: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
})

/** The rentals that the viewer may read, newest first, with their next billing dates. */
export const rentalsCall = defineCall({
  method: 'GET',
  path: '/api/vuokrattavat',
  roles: ['yllapito', 'asiakas', 'asiakas_yllapito'],
  input: z.strictObject({
    asiakas_id: z.uuid('Tunniste (asiakas_id) on UUID.').toLowerCase().optional(),
    tila: keyOf(contractStates).optional(),
    ...pageOf({ usual: 50, max: 250 }),
  }),
  output: listOf(
    rentalRow.extend({
      /** None while the rental is archived. */
      seuraavat: z.array(billingDate),
    }),
  ),
})
export type ListedRental = OutputOf<typeof rentalsCall>['data'][number]

/** Fields of the rental, checked by the entity. */
const values = {
  asiakas_id: z.unknown().optional(),
  name: z.unknown().optional(),
  tila: z.unknown().optional(),
  tyyppi: z.unknown().optional(),
  maara: z.unknown().optional(),
  hinta: z.unknown().optional(),
  laskutuskausi: z.unknown().optional(),
  laskutuspaiva: z.unknown().optional(),
  aktivointipaiva: z.unknown().optional(),
  ohitetut_paivat: z.unknown().optional(),
} satisfies Partial<Record<keyof (typeof vuokraus)['fields'] | 'name' | 'asiakas_id', z.ZodType>>

/** Saves a rental. Without an `id`, or with the id `new`, it is a new one; otherwise `vid` is the version that was edited. */
export const saveRentalCall = defineCall({
  method: 'POST',
  path: '/api/vuokrattavat',
  roles: ['yllapito'],
  input: z
    .strictObject({
      operation: z.literal('save', 'Tuntematon operaatio. Anna save.').default('save'),
      id: z.union([z.literal('new'), uuid], 'Tunniste (id) on UUID tai new.').default('new'),
      vid: z.int('Versio (vid) on kokonaisluku.').optional(),
      ...values,
    })
    .refine(({ id, vid }) => id === 'new' || vid !== undefined, { path: ['vid'], message: 'Muokattu versio (vid) puuttuu.' }),
  output: operationResults,
})
