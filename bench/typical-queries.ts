import { randomUUID } from 'node:crypto'
import type { Role } from '#domain/access/roles.ts'
import type { EntityName } from '#domain/model/registry.ts'
import type { Model } from '#server/entities/model.ts'
import { compilePlan, type Plan } from '#server/entities/read/plan.ts'
import type { Query } from '#server/entities/read/query.ts'
import { parseQuery } from '#server/entities/read/wire-query.ts'
import { rightsOf } from '#server/entities/rights.ts'
import { dispatcherUrl, searched, searchUrl } from './queries.ts'

/** A query that a screen makes: the viewer, the entity and the parameters. */
export type TypicalQuery = { name: string; role: Role; of: EntityName; query: Readonly<Record<string, string | readonly string[]>> }

const order = 'fields[tilaus_entity--tilaus_entity]'
const shipment = 'fields[lahetys_entity--lahetys]'
const customer = 'fields[asiakas_entity--asiakas_entity]'
const acknowledgement = 'fields[v_o_kuittaus_entity--v_o_kuittaus_entity]'
const picture = 'fields[file--file]'
const some = randomUUID()
const day = '1795471200'
const orderColumns = 'tilausnro,tilauksen_tila,hinta,toivottu_toimitus,asiakas,lahetykset'
const shipmentColumns = 'tila,nouto_postitmp,toimitus_postitmp,maara,paino,kuljettaja,viite,toivottu_toimitus'

const queryOf = (address: string): Record<string, string> => Object.fromEntries(new URLSearchParams(address.split('?')[1]))

/** The main queries of the screens. Their SQL is in the folder beside this file; bench/plans.ts reads PostgreSQL's plans of them. */
export const typicalQueries: readonly TypicalQuery[] = [
  {
    name: 'dispatcher-open-orders',
    role: 'yllapito',
    of: 'tilaus',
    query: {
      'filter[avoin]': '1',
      'filter[status]': '1',
      sort: 'toivottu_toimitus',
      include: 'lahetykset,asiakas',
      [customer]: 'name',
      [order]: orderColumns,
      [shipment]: shipmentColumns,
    },
  },
  {
    name: 'dispatcher-open-orders-of-a-driver',
    role: 'yllapito',
    of: 'tilaus',
    query: {
      'filter[avoin]': '1',
      'filter[status]': '1',
      'filter[lahetykset.kuljettaja.id]': some,
      sort: 'toivottu_toimitus',
      [order]: orderColumns,
    },
  },
  {
    name: 'dispatcher-open-orders-of-a-customer-on-a-day',
    role: 'yllapito',
    of: 'tilaus',
    query: {
      'filter[avoin]': '1',
      'filter[status]': '1',
      'filter[asiakas.id]': some,
      'filter[p][condition][path]': 'toivottu_toimitus',
      'filter[p][condition][operator]': 'BETWEEN',
      'filter[p][condition][value]': [day, day],
      include: 'lahetykset',
      [order]: orderColumns,
      [shipment]: shipmentColumns,
    },
  },
  {
    name: 'dispatcher-late-orders',
    role: 'yllapito',
    of: 'tilaus',
    query: {
      'filter[late][group][conjunction]': 'OR',
      'filter[a][condition][path]': 'toivottu_toimitus',
      'filter[a][condition][operator]': '<',
      'filter[a][condition][value]': day,
      'filter[a][condition][memberOf]': 'late',
      'filter[b][condition][path]': 'lahetykset.tila',
      'filter[b][condition][value]': 'myohassa',
      'filter[b][condition][memberOf]': 'late',
      'filter[avoin]': '1',
      'filter[status]': '1',
      sort: 'toivottu_toimitus',
      [order]: orderColumns,
    },
  },
  {
    name: 'dispatcher-archive-page',
    role: 'yllapito',
    of: 'tilaus',
    query: {
      'filter[tilauksen_tila]': 'laskutettu',
      'filter[status]': '1',
      sort: '-timestamp_toimitettu',
      include: 'asiakas',
      [customer]: 'name',
      [order]: orderColumns,
    },
  },
  {
    name: 'dispatcher-archive-deep-page',
    role: 'yllapito',
    of: 'tilaus',
    query: {
      'filter[status]': '1',
      sort: '-created',
      'page[offset]': '50000',
      include: 'lahetykset,asiakas',
      [customer]: 'name',
      [order]: orderColumns,
      [shipment]: shipmentColumns,
    },
  },
  {
    name: 'dispatcher-counts-open-orders',
    role: 'yllapito',
    of: 'tilaus',
    query: { 'filter[avoin]': '1', 'filter[status]': '1', 'page[limit]': '1', [order]: '' },
  },
  {
    name: 'dispatcher-counts-orders-without-a-driver',
    role: 'yllapito',
    of: 'tilaus',
    query: {
      'filter[avoin]': '1',
      'filter[status]': '1',
      'filter[a][condition][path]': 'lahetykset.kuljettaja.id',
      'filter[a][condition][operator]': 'IS NULL',
      'filter[b][condition][path]': 'tuntituotteet.kuljettaja.id',
      'filter[b][condition][operator]': 'IS NULL',
      'page[limit]': '1',
      [order]: '',
    },
  },
  {
    name: 'dispatcher-uninvoiced-orders',
    role: 'yllapito',
    of: 'tilaus',
    query: { 'filter[tilauksen_tila]': 'toimitettu', 'filter[status]': '1', sort: 'timestamp_toimitettu', [order]: orderColumns },
  },
  { name: 'dispatcher-order-by-number', role: 'yllapito', of: 'tilaus', query: { 'filter[tilausnro]': '1467', [order]: orderColumns } },
  {
    name: 'dispatcher-shipments-of-a-driver',
    role: 'yllapito',
    of: 'lahetys',
    query: { 'filter[kuljettaja.id]': some, 'filter[tila]': 'kuljetuksessa', 'filter[status]': '1', [shipment]: shipmentColumns },
  },
  {
    name: 'dispatcher-nested-groups',
    role: 'yllapito',
    of: 'tilaus',
    query: {
      'filter[g][group][conjunction]': 'OR',
      'filter[a][condition][path]': 'asiakas.id',
      'filter[a][condition][value]': some,
      'filter[a][condition][memberOf]': 'g',
      'filter[b][condition][path]': 'lahetykset.kuljettaja.id',
      'filter[b][condition][value]': some,
      'filter[b][condition][memberOf]': 'g',
      'filter[avoin]': '1',
      'filter[status]': '1',
      [order]: orderColumns,
    },
  },
  {
    name: 'dispatcher-customers-by-name',
    role: 'yllapito',
    of: 'asiakas',
    query: { 'filter[status]': '1', sort: 'name', [customer]: 'name,y_tunnus' },
  },
  {
    name: 'dispatcher-drivers',
    role: 'yllapito',
    of: 'user',
    query: { 'filter[user_roles]': 'kuljettaja', 'filter[status]': '1', sort: 'field_fullname', 'fields[user--user]': 'field_fullname' },
  },
  {
    name: 'dispatcher-acknowledgements-of-a-shipment',
    role: 'yllapito',
    of: 'v_o_kuittaus',
    query: { 'filter[lahetykset.id]': some, include: 'kuittaus', [acknowledgement]: 'nimenselvennys,kuittaus', [picture]: 'filename' },
  },
  { name: 'dispatcher-page', role: 'yllapito', of: 'tilaus', query: queryOf(dispatcherUrl) },
  { name: 'dispatcher-search', role: 'yllapito', of: 'tilaus', query: queryOf(searchUrl(searched)) },
  { name: 'driver-search', role: 'kuljettaja', of: 'tilaus', query: queryOf(searchUrl(searched, 'others')) },
  {
    name: 'customer-open-orders',
    role: 'asiakas',
    of: 'tilaus',
    query: {
      'filter[avoin]': '1',
      sort: 'toivottu_toimitus',
      include: 'lahetykset',
      [order]: orderColumns,
      [shipment]: 'tila,toimitus_postitmp,viite',
    },
  },
  {
    name: 'customer-archive',
    role: 'asiakas',
    of: 'tilaus',
    query: {
      'filter[avoin]': '0',
      sort: '-created',
      include: 'lahetykset',
      [order]: orderColumns,
      [shipment]: 'tila,toimitus_postitmp,viite',
    },
  },
  {
    name: 'customer-acknowledgements',
    role: 'asiakas',
    of: 'v_o_kuittaus',
    query: {
      sort: '-created',
      include: 'kuittaus,lahetykset',
      [acknowledgement]: 'nimenselvennys,kuittaus,lahetykset',
      [picture]: 'filename',
      [shipment]: 'tila,viite',
    },
  },
  { name: 'customer-products', role: 'asiakas', of: 'tuote', query: { sort: 'name', 'fields[tuote_entity--tuote_entity]': 'name,tyyppi' } },
  {
    name: 'customer-addresses',
    role: 'asiakas',
    of: 'postiosoite',
    query: { 'filter[tyyppi]': 'nouto', sort: 'name', 'fields[osoite_entity--postiosoite]': 'name' },
  },
  {
    name: 'driver-orders',
    role: 'kuljettaja',
    of: 'tilaus',
    query: {
      'filter[avoin]': '1',
      sort: 'toivottu_toimitus',
      include: 'lahetykset,tuntituotteet',
      'fields[tuntituote--tuntituote]': 'tila,aika',
      [order]: 'tilausnro,tilauksen_tila,lahetykset,tuntituotteet',
      [shipment]: 'tila,toimitus_postitmp',
    },
  },
  {
    name: 'driver-pictures-of-shipments',
    role: 'kuljettaja',
    of: 'lahetys',
    query: { 'filter[tila]': 'kuljetuksessa', include: 'kuvat', [picture]: 'filename', [shipment]: 'tila,kuvat' },
  },
]

export function planOf(model: Model, { role, of, query }: TypicalQuery): { plan: Plan; query: Query } {
  const resource = model.byName.get(of)
  if (!resource) throw new Error(`The registry has no entity "${of}"`)
  const rights = rightsOf({ roles: [role] })
  const read = parseQuery(model, rights, [resource], query)
  return { plan: compilePlan(model, rights, [resource], { page: read }), query: read }
}
