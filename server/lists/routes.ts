import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { archivedOrdersCall } from '#domain/calls/archived-orders.ts'
import { customersCall, hourlyJobsCall, productsCall } from '#domain/calls/entity-lists.ts'
import { openOrdersCall } from '#domain/calls/open-orders.ts'
import { archivePart, openOrders } from '#domain/entities/order/order.lists.ts'
import { askedCompany } from '../company-of.ts'
import { makeReader } from '../jsonapi/read.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { serveCall } from '../serve-call.ts'
import { filterParams } from './filter-params.ts'
import { flatRows, type Shown } from './flat-rows.ts'
import { crew } from './order-lines.ts'

const every = ['vid', 'tunniste', 'status', 'name']
const customers: Shown = {
  fields: [...every, 'y_tunnus', 'tyyppi', 'maksuehto'],
  of: { kayntiosoite: ['field_osoite_1', 'field_postinumero', 'field_postitoimipaikka'] },
}
const sizes = ['pituus', 'leveys', 'korkeus', 'paino']
const products: Shown = {
  fields: [...every, 'tyyppi', 'kuvaus', ...sizes, ...sizes.map((size) => `lukitse_${size}`)],
  of: { asiakas: ['name'] },
}
const hourlyJobs: Shown = {
  fields: [
    ...every,
    ...['tila', 'tyyppi', 'toimituspaiva', 'aloitusaika', 'lopetusaika', 'aika', 'matka', 'maara', 'viite', 'selite', 'hinta'],
    ...['nouto_nimi', 'nouto_osoite1', 'nouto_postitmp'],
  ],
  of: {
    tilaus: ['tunniste'],
    asiakas: ['name'],
    tuntituote_tyyppi: ['name'],
    kuljettaja: ['field_fullname'],
    auto: ['rekisterinumero'],
  },
}

const lineFields = ['viite', 'tila', 'nouto_nimi', 'nouto_postitmp', 'maara']
const orders: Shown = {
  fields: ['tunniste', 'tilausnro', 'tilauksen_tila', 'toivottu_toimitus', 'hinta'],
  of: { asiakas: ['name'] },
  lines: {
    lahetykset: { fields: [...lineFields, 'toimitus_nimi', 'toimitus_postitmp', 'toivottu_toimitus', 'paino'], of: crew },
    tuntituotteet: { fields: [...lineFields, 'selite', 'toimituspaiva'], of: crew },
  },
}

const archivedOrders: Shown = { ...orders, fields: [...orders.fields, 'timestamp_toimitettu'] }

type Page = z.output<typeof customersCall.input>
type Asked = Pick<Page, 'status' | 'page[offset]' | 'page[limit]'> & { q?: string | undefined; sort?: string | undefined }

const pageQuery = ({ status, q, sort, ...page }: Asked, usualSort: string) => ({
  'filter[status]': status,
  ...(q ? { 'filter[q]': q, ...(sort === undefined ? {} : { sort }) } : { sort: sort ?? usualSort }),
  'page[offset]': page['page[offset]'],
  'page[limit]': page['page[limit]'],
})

export function listRoutes(app: FastifyInstance, jsonApi: JsonApi): void {
  const parts = { ...jsonApi, reader: makeReader(jsonApi.model) }
  serveCall(app, customersCall, parts, async (asked, viewer) => {
    const { rows, count } = await flatRows(parts, viewer, 'asiakas', customers, pageQuery(asked, 'name'))
    return { data: customersCall.output.shape.data.parse(rows), meta: { count } }
  })
  serveCall(app, productsCall, parts, async (asked, viewer) => {
    const company = askedCompany(viewer, asked.asiakas_id)
    const query = { ...pageQuery(asked, 'name'), ...(company === null ? {} : ofCompanyOrNobody(company)) }
    const { rows, count } = await flatRows(parts, viewer, 'tuote', products, query)
    return { data: productsCall.output.shape.data.parse(rows), meta: { count } }
  })
  serveCall(app, openOrdersCall, parts, async ({ asiakas_id, ...asked }, viewer) => {
    const company = askedCompany(viewer, asiakas_id)
    const query = {
      ...pageQuery({ ...asked, status: 1 }, asked.sort),
      ...filterParams(openOrders),
      ...(company === null ? {} : { 'filter[asiakas.id]': company }),
    }
    const { rows, count } = await flatRows(parts, viewer, 'tilaus', orders, query)
    return { data: openOrdersCall.output.shape.data.parse(rows), meta: { count } }
  })
  serveCall(app, archivedOrdersCall, parts, async ({ asiakas_id, vuosi, alku, loppu, tila, ...asked }, viewer) => {
    const company = askedCompany(viewer, asiakas_id)
    const query = {
      ...pageQuery({ ...asked, status: 1 }, '-timestamp_toimitettu'),
      ...filterParams(archivePart({ vuosi, alku, loppu, tila }, parts.clock())),
      ...(company === null ? {} : { 'filter[asiakas.id]': company }),
    }
    const { rows, count } = await flatRows(parts, viewer, 'tilaus', archivedOrders, query)
    return { data: archivedOrdersCall.output.shape.data.parse(rows), meta: { count } }
  })
  serveCall(app, hourlyJobsCall, parts, async (asked, viewer) => {
    const company = askedCompany(viewer, asked.asiakas_id)
    const query = {
      ...pageQuery(asked, '-toimituspaiva'),
      ...(company === null ? {} : { 'filter[asiakas.id]': company }),
      ...(asked.tila === undefined ? {} : { 'filter[tila]': asked.tila }),
    }
    const { rows, count } = await flatRows(parts, viewer, 'tuntituote', hourlyJobs, query)
    return { data: hourlyJobsCall.output.shape.data.parse(rows), meta: { count } }
  })
}

const ofCompanyOrNobody = (company: string) => ({
  'filter[kenen][group][conjunction]': 'OR',
  'filter[oma][condition][path]': 'asiakas.id',
  'filter[oma][condition][value]': company,
  'filter[oma][condition][memberOf]': 'kenen',
  'filter[yhteinen][condition][path]': 'asiakas.id',
  'filter[yhteinen][condition][operator]': 'IS NULL',
  'filter[yhteinen][condition][memberOf]': 'kenen',
})
