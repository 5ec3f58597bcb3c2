import type { FastifyInstance } from 'fastify'
import { archivePart, openOrders } from '#domain/entities/order/order.lists.ts'
import { customersCall, hourlyJobsCall, productsCall } from '#domain/features/customers/entity-lists.ts'
import { archivedOrdersCall } from '#domain/features/orders/archived-orders.ts'
import { openOrdersCall } from '#domain/features/orders/open-orders.ts'
import type { Context } from '#server/context.ts'
import type { Shape } from '#server/entities/engine.ts'
import { serveCall } from '#server/http/serve-call.ts'
import { requestedCustomer } from '../customers/requested-customer.ts'
import { driverAndCar } from './order-lines.ts'

const every = ['vid', 'tunniste', 'status', 'name'] as const
const customers = {
  fields: [...every, 'y_tunnus', 'tyyppi', 'maksuehto'],
  relations: { kayntiosoite: { fields: ['field_osoite_1', 'field_postinumero', 'field_postitoimipaikka'] } },
} as const satisfies Shape<'asiakas'>
const products = {
  fields: [
    ...every,
    ...(['tyyppi', 'kuvaus', 'pituus', 'leveys', 'korkeus', 'paino'] as const),
    ...(['lukitse_pituus', 'lukitse_leveys', 'lukitse_korkeus', 'lukitse_paino'] as const),
  ],
  relations: { asiakas: { fields: ['name'] } },
} as const satisfies Shape<'tuote'>
const hourlyJobs = {
  fields: [
    ...every,
    ...(['tila', 'tyyppi', 'toimituspaiva', 'aloitusaika', 'lopetusaika', 'aika', 'matka', 'maara', 'viite', 'selite', 'hinta'] as const),
    ...(['nouto_nimi', 'nouto_osoite1', 'nouto_postitmp'] as const),
  ],
  relations: {
    tilaus: { fields: ['tunniste'] },
    asiakas: { fields: ['name'] },
    tuntituote_tyyppi: { fields: ['name'] },
    ...driverAndCar,
  },
} as const satisfies Shape<'tuntituote'>

const lineFields = ['viite', 'tila', 'nouto_nimi', 'nouto_postitmp', 'maara'] as const
const orderFields = ['tunniste', 'tilausnro', 'tilauksen_tila', 'toivottu_toimitus', 'hinta'] as const
const orderRelations = {
  asiakas: { fields: ['name'] },
  lahetykset: { fields: [...lineFields, 'toimitus_nimi', 'toimitus_postitmp', 'toivottu_toimitus', 'paino'], relations: driverAndCar },
  tuntituotteet: { fields: [...lineFields, 'selite', 'toimituspaiva'], relations: driverAndCar },
} as const
const orders = { fields: orderFields, relations: orderRelations } as const satisfies Shape<'tilaus'>
const archivedOrders = { fields: [...orderFields, 'timestamp_toimitettu'], relations: orderRelations } as const satisfies Shape<'tilaus'>

type Paged = { 'page[offset]': number; 'page[limit]': number }
const pageOf = (input: Paged) => ({ offset: input['page[offset]'], limit: input['page[limit]'] })

/** The results of a search are sorted by relevance unless a sort is requested. */
const sortOf = <S extends string>(input: { q?: string | undefined; sort?: S | undefined }, usual: S): { sort?: S[] } =>
  input.sort === undefined && input.q ? {} : { sort: [input.sort ?? usual] }

export function listRoutes(app: FastifyInstance, context: Context): void {
  const { engine, clock } = context
  serveCall(app, customersCall, context, async (input, viewer) => {
    const { status, q } = input
    const query = { filter: { status, q }, ...sortOf(input, 'name'), page: pageOf(input) }
    const { rows, count } = await engine.list(viewer, 'asiakas', customers, query)
    return { data: customersCall.output.shape.data.parse(rows), meta: { count } }
  })
  serveCall(app, productsCall, context, async (input, viewer) => {
    const { status, q } = input
    const customer = requestedCustomer(viewer, input.asiakas_id)
    const ofCustomerOrNobody =
      customer === null ? [] : [{ any: [{ 'asiakas.id': customer }, { 'asiakas.id': { operator: 'IS NULL' } as const }] }]
    const query = { filter: { all: [{ status, q }, ...ofCustomerOrNobody] }, ...sortOf(input, 'name'), page: pageOf(input) }
    const { rows, count } = await engine.list(viewer, 'tuote', products, query)
    return { data: productsCall.output.shape.data.parse(rows), meta: { count } }
  })
  serveCall(app, openOrdersCall, context, async (input, viewer) => {
    const customer = requestedCustomer(viewer, input.asiakas_id) ?? undefined
    const filter = { status: 1, ...openOrders, 'asiakas.id': customer }
    const { rows, count } = await engine.list(viewer, 'tilaus', orders, { filter, sort: [input.sort], page: pageOf(input) })
    return { data: openOrdersCall.output.shape.data.parse(rows), meta: { count } }
  })
  serveCall(app, archivedOrdersCall, context, async (input, viewer) => {
    const customer = requestedCustomer(viewer, input.asiakas_id) ?? undefined
    const filter = { status: 1, q: input.q, ...archivePart(input, clock()), 'asiakas.id': customer }
    const query = { filter, ...sortOf(input, '-timestamp_toimitettu'), page: pageOf(input) }
    const { rows, count } = await engine.list(viewer, 'tilaus', archivedOrders, query)
    return { data: archivedOrdersCall.output.shape.data.parse(rows), meta: { count } }
  })
  serveCall(app, hourlyJobsCall, context, async (input, viewer) => {
    const { status, tila } = input
    const customer = requestedCustomer(viewer, input.asiakas_id) ?? undefined
    const query = { filter: { status, tila, 'asiakas.id': customer }, ...sortOf(input, '-toimituspaiva'), page: pageOf(input) }
    const { rows, count } = await engine.list(viewer, 'tuntituote', hourlyJobs, query)
    return { data: hourlyJobsCall.output.shape.data.parse(rows), meta: { count } }
  })
}
