import type { FindProduct, ImportProduct } from '#domain/csv/order-rows.ts'
import {
  type BillingAddresses,
  type BillingFields,
  billingFieldsFrom,
  defaultBillingAddress,
} from '#domain/entities/order/order.billing.ts'
import type { Viewer } from '#domain/roles.ts'
import { and, isReadable, newScope } from '../jsonapi/conditions.ts'
import { resourceNamed } from '../jsonapi/model.ts'
import { type Runner, rowsOf } from '../jsonapi/read.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { join, param, sql } from '../jsonapi/sql.ts'

type Reading = Pick<JsonApi, 'model' | 'rightsOf'> & { runner: Runner; viewer: Viewer }

const billingTables = { email: 'laskutusosoite_email', posti: 'laskutusosoite_posti', verkkolasku: 'laskutusosoite_verkkolasku' } as const

/** How a new order of the customer's is billed (RULES section 7); null when the customer is not there for the viewer. */
export async function billingOf(reading: Reading, asiakas: string): Promise<BillingFields | null> {
  const scope = newScope(reading.model, reading.rightsOf(reading.viewer))
  const lists = Object.entries(billingTables).map(
    ([kind, table]) =>
      sql`(SELECT coalesce(json_agg(b ORDER BY b.drupal_internal__id), '[]') FROM ${table} b WHERE b.asiakas_id = a.id AND b.status = 1 AND ${isReadable(scope, table, 'b')}) AS ${kind}`,
  )
  const statement = sql`SELECT a.name, ${join(lists, ', ')} FROM asiakas a WHERE a.id = ${param({ value: 0 })}::uuid AND a.status = 1 AND ${isReadable(scope, 'asiakas', 'a')}`
  const [found] = await rowsOf<BillingAddresses & { name: string }>(reading.runner, reading.viewer, statement, [asiakas])
  return found ? billingFieldsFrom(defaultBillingAddress(found), found.name) : null
}

const columns = ['pituus', 'leveys', 'korkeus', 'paino'].map((size) => `p.${size}::float8 AS ${size}`).join(', ')

type Found = ImportProduct & { own: boolean }

/** Finds the products that the rows name, by name or `tunniste`: the customer's own before everybody's. */
export async function productsNamed(reading: Reading, asiakas: string, named: readonly string[]): Promise<FindProduct> {
  const wanted = [...new Set(named.map(key))]
  if (wanted.length === 0) return () => 0
  const scope = newScope(reading.model, reading.rightsOf(reading.viewer))
  const { prefix } = resourceNamed(reading.model, 'tuote').entity.tunniste
  const found = and([
    sql`p.status = 1`,
    sql`(p.asiakas_id = ${param({ value: 0 })}::uuid OR p.asiakas_id IS NULL)`,
    sql`(lower(p.name) = ANY(${param({ value: 1 })}::text[]) OR p.drupal_internal__id = ANY(${param({ value: 2 })}::bigint[]))`,
    isReadable(scope, 'tuote', 'p'),
  ])
  const ids = wanted.flatMap((text) => numberOf(text, prefix) ?? [])
  const products = await rowsOf<Found>(
    reading.runner,
    reading.viewer,
    sql`SELECT p.id, p.name, ${`'${prefix}-'`} || p.drupal_internal__id AS tunniste, p.tyyppi, p.kuvaus, ${columns}, p.asiakas_id IS NOT NULL AS own FROM tuote p WHERE ${found ?? ''}`,
    [asiakas, wanted, ids],
  )
  return finderIn(products)
}

/** Looks at each product once, however many rows name one. */
export function finderIn(products: readonly Found[]): FindProduct {
  const byCode = new Map(products.map((product) => [key(product.tunniste), product]))
  const byName = Map.groupBy(products, ({ name }) => key(name))
  return (text) => {
    const coded = byCode.get(key(text))
    if (coded) return coded
    const alike = byName.get(key(text)) ?? []
    const own = alike.filter((product) => product.own)
    const [first, ...more] = own.length > 0 ? own : alike
    return first && more.length === 0 ? first : more.length + (first ? 1 : 0)
  }
}

const key = (text: string): string => text.toLowerCase()

/** The running number of a name such as `TU-12`. */
function numberOf(text: string, prefix: string): number | null {
  const [, digits] = new RegExp(`^${prefix}-?(\\d{1,15})$`, 'i').exec(text) ?? []
  return digits === undefined ? null : Number(digits)
}
