import { z } from 'zod'
import { hourlyKinds } from '../../entities/hourly/hourly.entity.ts'
import { recurringStates } from '../../entities/hourly/recurring.entity.ts'
import { administratorsRead, defineCall } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'
import { pageOf } from '../../model/query/page-input.ts'
import { keyOf } from '../../values/key-of.ts'
import { changedRowInput, orderChanges } from '../scheduled-orders/order-changes.ts'
import { runDate } from '../scheduled-orders/run-dates.ts'

const named = z.strictObject({ id: z.uuid(), name: z.string() }).nullable()

/** A recurring hourly job as it is listed. */
export const recurringRow = z.strictObject({
  id: z.uuid(),
  vid: z.number(),
  tunniste: z.string(),
  name: z.string(),
  tila: keyOf(recurringStates),
  tyyppi: keyOf(hourlyKinds),
  minimilaskutus: z.number(),
  viikonpaivat: z.array(z.number()),
  ajetaan_pyhapaivat: z.boolean(),
  aktivointipaiva: z.number(),
  ohitetut_paivat: z.array(z.number()),
  asiakas: named,
  tuntituote_tyyppi: named,
})

/** The recurring hourly jobs that the viewer may read, newest first, with their next dates. */
export const recurringJobsCall = defineCall({
  method: 'GET',
  path: '/api/tuntituote_toisto',
  roles: ['yllapito', 'asiakas', 'asiakas_yllapito'],
  input: z.strictObject({
    operation: z.literal('OPERATION_GET_LIST', 'Tuntematon operaatio. Anna OPERATION_GET_LIST.').default('OPERATION_GET_LIST'),
    asiakas_id: z.uuid('Tunniste (asiakas_id) on UUID.').toLowerCase().optional(),
    tila: keyOf(recurringStates).optional(),
    ...pageOf({ usual: 50, max: 250 }),
  }),
  output: listOf(
    recurringRow.extend({
      /** None unless it is aktiivinen. */
      seuraavat: z.array(runDate),
    }),
  ),
})

/** What a change of a recurring job would do to its orders. */
export const recurringChangesCall = defineCall({
  method: 'POST',
  path: '/api/tuntituote_toisto',
  roles: ['yllapito'],
  reads: administratorsRead('tuntituote_toisto', 'tilaus'),
  secret: 'answer',
  input: changedRowInput('tuntituote_toisto'),
  output: orderChanges,
})
