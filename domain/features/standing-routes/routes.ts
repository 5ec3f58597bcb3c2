import { z } from 'zod'
import { orderStates } from '../../entities/order/order.states.ts'
import { administratorsRead, defineCall } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'
import { pageOf } from '../../model/query/page-input.ts'
import { billingDays, contractStates } from '../../values/contract.ts'
import { keyOf } from '../../values/key-of.ts'
import { changedRowInput, orderChanges } from '../scheduled-orders/order-changes.ts'
import { runDate } from '../scheduled-orders/run-dates.ts'

const uuid = (name: string) => z.uuid(`Tunniste (${name}) on UUID.`).toLowerCase()
const named = z.strictObject({ id: z.uuid(), name: z.string() })

/** A route as it is listed. */
export const routeRow = z.strictObject({
  id: z.uuid(),
  vid: z.number(),
  tunniste: z.string(),
  name: z.string(),
  reittinro: z.string(),
  tila: keyOf(contractStates),
  hinta: z.number(),
  hinnat: z.record(z.string(), z.number()),
  laskutuspaivat: z.array(keyOf(billingDays)),
  viikonpaivat: z.array(z.number()),
  aktivointipaiva: z.number(),
  ohitetut_paivat: z.array(z.number()),
  asiakkaat: z.array(named),
  kuljettaja: z.strictObject({ id: z.uuid(), field_fullname: z.string() }).nullable(),
  auto: z.strictObject({ id: z.uuid(), rekisterinumero: z.string() }).nullable(),
})

/** A stop of a route, in the order in which they are driven; the coordinates are null while they are unknown. */
export const routeStop = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  field_osoite_1: z.string(),
  field_postinumero: z.string(),
  field_postitoimipaikka: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  asiakas: named.nullable(),
})

const listOperation = 'OPERATION_GET_LIST'
const stopsOperation = 'OPERATION_GET_OSOITTEET'

/** The routes, newest first, with their next runs; with OPERATION_GET_OSOITTEET the stops of one route (`id`). */
export const routesCall = defineCall({
  method: 'GET',
  path: '/api/reitti',
  roles: ['yllapito'],
  reads: administratorsRead('reitti', 'postiosoite', 'asiakas', 'user', 'auto'),
  input: z
    .strictObject({
      operation: z
        .literal([listOperation, stopsOperation], `Tuntematon operaatio. Anna ${listOperation} tai ${stopsOperation}.`)
        .default(listOperation),
      id: uuid('id').optional(),
      asiakas_id: uuid('asiakas_id').optional(),
      tila: keyOf(contractStates).optional(),
      ...pageOf({ usual: 50, max: 250 }),
    })
    .refine(({ operation, id }) => (operation === stopsOperation) === (id !== undefined), {
      error: `Anna reitin tunniste (id) operaation ${stopsOperation} kanssa.`,
      path: ['id'],
    }),
  output: z.union([
    listOf(
      routeRow.extend({
        /** None while the route is archived. */
        seuraavat: z.array(runDate),
      }),
    ),
    listOf(routeStop),
  ]),
})

/** The orders of a route, the latest run first. */
export const routeOrdersCall = defineCall({
  method: 'GET',
  path: '/api/reitti/tilaukset',
  roles: ['yllapito'],
  reads: administratorsRead('reitti', 'tilaus', 'asiakas'),
  input: z.strictObject({
    id: uuid('id'),
    /** Only the number of orders (`meta.count`); the list is empty. */
    count: z
      .union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })], 'count on true tai false.')
      .default(false),
    ...pageOf({ usual: 50, max: 250 }),
  }),
  output: listOf(
    z.strictObject({
      id: z.uuid(),
      tunniste: z.string(),
      tilauksen_tila: keyOf(orderStates),
      ajopaiva: z.number(),
      hinta: z.number(),
      /** Nobody has changed the order: it follows changes of the route. */
      koskematon: z.boolean(),
      asiakas: named.nullable(),
    }),
  ),
})

/** What a change of a route would do to its orders. */
export const routeChangesCall = defineCall({
  method: 'POST',
  path: '/api/reitti',
  roles: ['yllapito'],
  reads: administratorsRead('reitti', 'tilaus', 'asiakas'),
  secret: 'answer',
  input: changedRowInput('reitti'),
  output: orderChanges,
})
