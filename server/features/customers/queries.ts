import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import type { MovedRows, supersededEntities } from '#domain/features/customers/merge-customers.ts'
import { type ReferenceTo, referencesTo } from '#domain/model/references/references-to.ts'
import type { Context } from '#server/context.ts'
import { anyOf, db, type ParameterOf, runQuery, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

type Ids = { ids: readonly string[] }
export type BusyCustomer = { name: string; tilauksia: number }

const lockedCustomers = statement((parameter: ParameterOf<Ids>) =>
  db
    .selectFrom('asiakas')
    .select('id')
    .where('id', '=', anyOf(parameter('ids')))
    .orderBy('id')
    .forUpdate(),
)

/** Locks the customers: until the transaction ends, no order of theirs is stored. */
export async function lockCustomers(runner: Queryable, ids: readonly string[]): Promise<void> {
  await lockedCustomers(runner, { ids })
}

const busyCustomers = statement((parameter: ParameterOf<Ids>) =>
  db
    .selectFrom('tilaus as t')
    .innerJoin('asiakas as a', 'a.id', 't.asiakas_id')
    .select(({ fn }) => ['a.name', fn.countAll<number>().as('tilauksia')])
    .where('a.id', '=', anyOf(parameter('ids')))
    .where('t.status', '=', 1)
    .where(({ eb, or }) => or([eb('t.avoin', '=', true), eb('t.tilauksen_tila', '=', 'toimitettu')]))
    .groupBy('a.id')
    .orderBy('a.drupal_internal__id'),
)

/** Those that have open or uninvoiced orders, with their number. */
export const customersWithWork = (runner: Queryable, ids: readonly string[]): Promise<BusyCustomer[]> => busyCustomers(runner, { ids })

/** The kinds of billing addresses, in the order in which billing prefers them. */
export const billingEntities = ['laskutusosoite_email', 'laskutusosoite_posti', 'laskutusosoite_verkkolasku'] as const
export type BillingEntity = (typeof billingEntities)[number]
export type BillingRow = {
  entity: BillingEntity
  id: string
  drupal_internal__id: number
  asiakas_id: string | null
  status: number
  oletus: boolean
  tyyppi: string[]
}

const billingRowsOfKind = (entity: BillingEntity, parameter: ParameterOf<Ids>) =>
  db
    .selectFrom(db.dynamic.table(entity).as('b'))
    .select([
      sql.lit<BillingEntity>(entity).as('entity'),
      sql.ref<string>('b.id').as('id'),
      sql.ref<number>('b.drupal_internal__id').as('drupal_internal__id'),
      sql.ref<string | null>('b.asiakas_id').as('asiakas_id'),
      sql.ref<number>('b.status').as('status'),
      sql.ref<boolean>('b.oletus').as('oletus'),
      sql.ref<string[]>('b.tyyppi').as('tyyppi'),
    ])
    .where(sql<boolean>`b.asiakas_id = any(${parameter('ids')}::uuid[])`)

const billingRows = statement((parameter: ParameterOf<Ids>) =>
  billingRowsOfKind('laskutusosoite_email', parameter)
    .unionAll(billingRowsOfKind('laskutusosoite_posti', parameter))
    .unionAll(billingRowsOfKind('laskutusosoite_verkkolasku', parameter)),
)

/** All stored billing addresses of the customers, removed ones too. */
export const billingRowsOf = (runner: Queryable, ids: readonly string[]): Promise<BillingRow[]> => billingRows(runner, { ids })

type TypedCustomer = { name: string; businessId: string; except: string | null }
export type CandidateCustomer = { id: string; vid: number; number: number; name: string; y_tunnus: string }

/** The maximum of customers compared with the typed one; the most similar names come first. */
const maxCandidates = 50

/** Customers with the same Y-tunnus or a similar name, by the trigram index of migration 0043. */
export function duplicateCandidates(
  { engine }: Pick<Context, 'engine'>,
  viewer: Viewer,
  { name, businessId, except }: TypedCustomer,
): Promise<CandidateCustomer[]> {
  const typed = name.toLocaleLowerCase('fi')
  const sameId = sql<boolean>`(r.y_tunnus <> '' and r.y_tunnus = ${businessId}::text)`
  const query = db
    .selectFrom('asiakas as r')
    .select(['r.id', 'r.vid', 'r.drupal_internal__id as number', 'r.name', 'r.y_tunnus'])
    .where('r.status', '=', 1)
    .where(sql<boolean>`(${sameId} or lower(r.name) % ${typed}::text)`)
    .where(except === null ? sql<boolean>`true` : sql<boolean>`r.id <> ${except}::uuid`)
    .where(engine.isReadable(viewer, 'asiakas', 'r'))
    .orderBy(sameId, 'desc')
    .orderBy(sql`similarity(lower(r.name), ${typed}::text)`, 'desc')
    .orderBy('r.id')
    .limit(maxCandidates)
  return engine.query(viewer, query)
}

const countOf = ({ entity, relation, isList }: ReferenceTo, customer: string) => {
  const column = sql.ref(`r.${relation}${isList ? '_ids' : '_id'}`)
  // The first condition makes the partial index on the list usable.
  const refers = isList
    ? sql<boolean>`${column} <> '{}' and ${column} @> array[${customer}::uuid]`
    : sql<boolean>`${column} = ${customer}::uuid`
  return db
    .selectFrom(db.dynamic.table(entity).as('r'))
    .select(({ fn }) => [sql.lit<string>(entity).as('entiteetti'), sql.lit(relation).as('suhde'), fn.countAll<number>().as('maara')])
    .where(refers)
}

/** The number of rows that refer to the customer by each relation, removed rows too. Only for administrators, since it ignores rights to the rows. */
export async function countReferences(runner: Queryable, customer: string): Promise<MovedRows[]> {
  const [first, ...others] = referencesTo('asiakas').map((reference) => countOf(reference, customer))
  if (!first) return []
  const counted = await runQuery(
    runner,
    others.reduce((all, one) => all.unionAll(one), first),
  )
  return counted.filter(({ maara }) => maara > 0)
}

export type SupersededPrice = { entity: (typeof supersededEntities)[number]; id: string }

const supersededRows = statement((parameter: ParameterOf<{ remaining: string; removed: string }>) =>
  db
    .selectFrom('hinnasto as h')
    .select([sql.lit<SupersededPrice['entity']>('hinnasto').as('entity'), 'h.id'])
    .where('h.asiakas_id', '=', parameter('removed'))
    .where('h.status', '=', 1)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('hinnasto as o').select('o.id').where('o.asiakas_id', '=', parameter('remaining')).where('o.status', '=', 1)),
    )
    .unionAll(
      db
        .selectFrom('tuntituote_instanssi as h')
        .select([sql.lit<SupersededPrice['entity']>('tuntituote_instanssi').as('entity'), 'h.id'])
        .where('h.asiakas_id', '=', parameter('removed'))
        .where('h.status', '=', 1)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('tuntituote_instanssi as o')
              .select('o.id')
              .where('o.asiakas_id', '=', parameter('remaining'))
              .where('o.status', '=', 1)
              .whereRef('o.tuntituote_tyyppi_id', '=', 'h.tuntituote_tyyppi_id'),
          ),
        ),
    ),
)

/** Prices of the removed customer that would replace prices of the remaining one. */
export const supersededPrices = (runner: Queryable, pair: { remaining: string; removed: string }): Promise<SupersededPrice[]> =>
  supersededRows(runner, pair)

const pricedRoutes = statement((parameter: ParameterOf<{ customer: string }>) =>
  db
    .selectFrom('reitti')
    .select(['id', 'hinnat'])
    .where(sql<boolean>`hinnat ? ${parameter('customer')}::text`)
    .orderBy('id')
    .forUpdate(),
)

/** The standing routes that have a price for the customer, locked. */
export const routesWithPrice = (client: PoolClient, customer: string) => pricedRoutes(client, { customer })

/** Moves the records of imported files, by which the import recognises a file that was imported before. */
export async function moveImports(client: PoolClient, { from, to }: { from: string; to: string }): Promise<void> {
  const known = db.selectFrom('tuonti as k').select('k.tiiviste').where('k.asiakas_id', '=', to)
  await runQuery(client, db.updateTable('tuonti').set({ asiakas_id: to }).where('asiakas_id', '=', from).where('tiiviste', 'not in', known))
}

type MonthRow = { kuukausi: number; tilauksia: number; summa: number }

/** The delivered orders of a customer by month. `months` are the starts of the months, the last one being the current month. An order group counts with its joint price in the month of its last order. */
export function ordersByMonth(
  { engine }: Pick<Context, 'engine'>,
  viewer: Viewer,
  { customer, months }: { customer: string; months: readonly number[] },
): Promise<MonthRow[]> {
  const price = engine.seenField(viewer, 'tilaus', 'hinta', 't') ?? sql`0`
  const query = sql<MonthRow>`
    with tilaukset as (
      select width_bucket(t.timestamp_toimitettu, ${months}::bigint[]) as kohta,
        case when g.id is null then coalesce(${price}, 0)
          when row_number() over (partition by t.tilaus_ryhma_id order by t.timestamp_toimitettu desc, t.id) = 1 then g.hinta else 0 end as hinta
      from tilaus t left join tilaus_ryhma g on g.id = t.tilaus_ryhma_id and g.status = 1 and ${engine.isReadable(viewer, 'tilaus_ryhma', 'g')}
      where t.asiakas_id = ${customer}::uuid and t.status = 1 and t.tilauksen_tila in ('toimitettu', 'laskutettu')
        and t.timestamp_toimitettu >= ${months[0] ?? 0}::bigint and ${engine.isReadable(viewer, 'tilaus', 't')}
    )
    select (${months}::bigint[])[kohta] as kuukausi, count(*)::int as tilauksia, sum(hinta) as summa from tilaukset group by kohta order by kohta`
  return engine.query(viewer, { compile: () => query.compile(db) })
}
