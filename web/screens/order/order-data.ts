import { queryOptions } from '@tanstack/react-query'
import { maySee } from '#domain/access/reach.ts'
import type { Role } from '#domain/access/roles.ts'
import type { BillingAddress, BillingAddresses } from '#domain/entities/order/order.billing.ts'
import { registry } from '#domain/model/registry.ts'
import { list, read } from '../../data/json-api.ts'
import type { Operation, Results } from '../../data/operations.ts'
import { queryKeys } from '../../data/query-keys.ts'
import type { AllFields, EntityRow, Part } from '../../data/row.ts'
import { workName } from './jobs/job-words.ts'

export type Product = EntityRow<'tuote'>
/** An order group with its published orders. */
export type Group = { row: EntityRow<'tilaus_ryhma'>; orders: readonly EntityRow<'tilaus'>[] }
export type OrderRead = {
  order: EntityRow<'tilaus'>
  customer: { id: string; name: string }
  shipments: EntityRow<'lahetys'>[]
  jobs: EntityRow<'tuntituote'>[]
  /** The names of the order's drivers and cars, by id. */
  names: ReadonlyMap<string, string>
  /** Failed deliveries that need a decision, and the terminals where the goods are, by id. */
  failures: ReadonlyMap<string, EntityRow<'toimituspoikkeama'>>
  places: ReadonlyMap<string, EntityRow<'postiosoite'>>
  /** The group that the order is invoiced with; null without a group. */
  group: Group | null
}

/** The order with everything that its page shows, in one request. Customers get no drivers or cars: the policy table hides them. */
export const orderQuery = (id: string, held: readonly Role[]) => {
  const showsDrivers = maySee('lahetys', held, 'kuljettaja')
    ? ([
        'lahetykset.kuljettaja',
        'lahetykset.auto',
        'lahetykset.nykyinen_osoite',
        'tuntituotteet.kuljettaja',
        'tuntituotteet.auto',
      ] as const)
    : []
  const include = [
    'asiakas',
    'lahetykset',
    'lahetykset.poikkeama',
    'tuntituotteet',
    'tuntituotteet.tuntituote_tyyppi',
    'tilaus_ryhma',
    'tilaus_ryhma.tilaukset',
    ...showsDrivers,
  ]
  return queryOptions({
    queryKey: queryKeys.one('tilaus', id, { include }),
    queryFn: async ({ signal }): Promise<OrderRead> => {
      const { row, included } = await read<'tilaus', AllFields>('tilaus', id, { include }, { signal })
      const shipments = included.all('lahetys', row.lahetykset).filter(({ status }) => status === 1)
      const jobs = included.all('tuntituote', row.tuntituotteet).filter(({ status }) => status === 1)
      const names = new Map<string, string>()
      const failures = new Map<string, EntityRow<'toimituspoikkeama'>>()
      const places = new Map<string, EntityRow<'postiosoite'>>()
      for (const { poikkeama, nykyinen_osoite } of shipments) {
        const failure = included.get('toimituspoikkeama', poikkeama)
        const place = included.get('postiosoite', nykyinen_osoite)
        if (failure) failures.set(failure.id, failure)
        if (place) places.set(place.id, place)
      }
      for (const { kuljettaja, auto } of [...shipments, ...jobs]) {
        const driver = included.get('user', kuljettaja)
        const car = included.get('auto', auto)
        if (driver) names.set(driver.id, driver.field_fullname || driver.name)
        if (car) names.set(car.id, car.rekisterinumero)
      }
      for (const { tuntituote_tyyppi } of jobs) {
        const kind = included.get('tuntituote_tyyppi', tuntituote_tyyppi)
        if (kind) names.set(kind.id, workName(kind.name))
      }
      const customer = included.get('asiakas', row.asiakas)
      const joint = included.get('tilaus_ryhma', row.tilaus_ryhma)
      const group = joint ? { row: joint, orders: ordersOf(row, included.all('tilaus', joint.tilaukset)) } : null
      shipments.sort((a, b) => a.drupal_internal__id - b.drupal_internal__id)
      const owner = { id: row.asiakas ?? '', name: customer?.name ?? '' }
      return { order: row, customer: owner, shipments, jobs, names, failures, places, group }
    },
  })
}

/** Where the goods go: what a favourite is called by default. */
export const receiverOf = ({ shipments }: Pick<OrderRead, 'shipments'>): string =>
  shipments[0]?.toimitus_nimi || shipments[0]?.toimitus_postitmp || ''

/** The published orders of a group by number. The order itself is not among its included rows. */
const ordersOf = (read: EntityRow<'tilaus'>, others: readonly EntityRow<'tilaus'>[]): EntityRow<'tilaus'>[] =>
  [read, ...others.filter(({ id, status }) => id !== read.id && status === 1)].sort((a, b) => a.tilausnro - b.tilausnro)

/** A new order in the form of `orderQuery`, built from the answer to its save. */
export function storedOrder(order: EntityRow<'tilaus'>, made: readonly Operation[], results: Results, customerName: string): OrderRead {
  const rows = <N extends 'lahetys' | 'tuntituote'>(name: N): Part<N, AllFields>[] =>
    made.flatMap((operation, index) =>
      'data' in operation && operation.data.type === registry[name].type ? (results.row(name, index) ?? []) : [],
    )
  const customer = { id: order.asiakas ?? '', name: customerName }
  const none = { names: new Map(), failures: new Map(), places: new Map(), group: null }
  return { order, customer, shipments: rows('lahetys'), jobs: rows('tuntituote'), ...none }
}

export type BillingChoice = BillingAddress & { id: string }
export type Customer = {
  id: string
  name: string
  maksuehto: number
  saa_jattaa: boolean
  addresses: BillingAddresses
  choices: BillingChoice[]
}

/** The customer as a new order needs it: name, payment term and billing addresses of the three kinds. */
export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.one('asiakas', id, { tilaukselle: true, include: ['laskutusosoite'] }),
    queryFn: async ({ signal }): Promise<Customer> => {
      const query = { filter: { 'asiakas.id': id }, page: { limit: 50 } } as const
      const [{ row }, email, posti, verkkolasku] = await Promise.all([
        read('asiakas', id, {}, { signal }),
        list('laskutusosoite_email', query, { signal }),
        list('laskutusosoite_posti', query, { signal }),
        list('laskutusosoite_verkkolasku', query, { signal }),
      ])
      const choices: BillingChoice[] = [
        ...email.rows.map((row) => ({ kind: 'email' as const, row, id: row.id })),
        ...posti.rows.map((row) => ({ kind: 'posti' as const, row, id: row.id })),
        ...verkkolasku.rows.map((row) => ({ kind: 'verkkolasku' as const, row, id: row.id })),
      ]
      const addresses = { email: email.rows, posti: posti.rows, verkkolasku: verkkolasku.rows }
      return { id: row.id, name: row.name, maksuehto: row.maksuehto, saa_jattaa: row.saa_jattaa, addresses, choices }
    },
  })

/** The customer's own products, followed by the shared ones. */
export const productsQuery = (asiakas: string) =>
  queryOptions({
    queryKey: queryKeys.list('tuote', { tilaukselle: asiakas }),
    queryFn: async ({ signal }): Promise<{ own: Product[]; general: Product[] }> => {
      const some = { sort: ['name'], page: { limit: 250 } } as const
      const [own, general] = await Promise.all([
        list('tuote', { ...some, filter: { 'asiakas.id': asiakas } }, { signal }),
        list('tuote', { ...some, filter: { 'asiakas.id': { operator: 'IS NULL' } } }, { signal }),
      ])
      return { own: own.rows, general: general.rows }
    },
    staleTime: 5 * 60_000,
  })
