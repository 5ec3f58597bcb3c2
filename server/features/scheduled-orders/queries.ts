import { sql } from 'kysely'
import { anyOf, db, type ParameterOf, statement } from '#server/platform/database/query.ts'
import type { Queryable } from '#server/platform/database/queryable.ts'

/** The relation of an order to what made it. */
export type ScheduleRelation = 'reitti' | 'tuntituote_toisto'
export type MadeLine = { id: string; entity: 'lahetys' | 'tuntituote'; key: string; status: number }
/** An order that a route or recurring job has made for a day that lies ahead. `source`: the id of the route or job. */
export type ScheduledOrderRow = {
  id: string
  status: number
  source: string
  asiakas: string
  reittiasiakas: string
  ajopaiva: number
  koskematon: boolean
  /** Whether its price was set by the route or by a person, and not by a price list. */
  hinta_kasin: boolean
  lines: readonly MadeLine[]
}

const activeAfter = (relation: ScheduleRelation) =>
  statement((parameter: ParameterOf<{ after: string; limit: number }>) =>
    db
      .selectFrom(relation)
      .select('id')
      .where('tila', '=', 'aktiivinen')
      .where('status', '=', 1)
      .where('id', '>', parameter('after'))
      .orderBy('id')
      .limit(parameter('limit')),
  )
const readActive = { reitti: activeAfter('reitti'), tuntituote_toisto: activeAfter('tuntituote_toisto') }

/** The next active routes or recurring jobs after an id, in the order of their ids. */
export async function activeIds(runner: Queryable, relation: ScheduleRelation, page: { after: string; limit: number }): Promise<string[]> {
  return (await readActive[relation](runner, page)).map(({ id }) => id)
}

type Ahead = { sources: readonly string[]; from: number }

const ordersFrom = (relation: ScheduleRelation, parameter: ParameterOf<Ahead>) =>
  db
    .selectFrom('tilaus')
    .select(['id', 'status', 'asiakas_id as asiakas', 'reittiasiakas', 'ajopaiva', 'koskematon', 'hinta_kasin'])
    .select(sql<string>`${sql.ref(`${relation}_id`)}`.as('source'))
    .where(`${relation}_id`, 'is not', null)
    .where(`${relation}_id`, '=', anyOf(parameter('sources')))
    .where('ajopaiva', '>=', parameter('from'))
    .orderBy('id')

// In the order in which saves lock orders, so that two cannot deadlock. A save of an order that is under way is waited for.
const lockedAhead = (relation: ScheduleRelation) =>
  statement((parameter: ParameterOf<Ahead>) => ordersFrom(relation, parameter).forNoKeyUpdate())
const lockOrders = { reitti: lockedAhead('reitti'), tuntituote_toisto: lockedAhead('tuntituote_toisto') }

const removedAhead = (relation: ScheduleRelation) =>
  statement((parameter: ParameterOf<Ahead>) =>
    ordersFrom(relation, parameter).where('status', '=', 0).where('koskematon', '=', true).forNoKeyUpdate(),
  )
const lockRemoved = { reitti: removedAhead('reitti'), tuntituote_toisto: removedAhead('tuntituote_toisto') }

const ordersAhead = (relation: ScheduleRelation) => statement((parameter: ParameterOf<Ahead>) => ordersFrom(relation, parameter))
const readOrders = { reitti: ordersAhead('reitti'), tuntituote_toisto: ordersAhead('tuntituote_toisto') }

const linesOf = statement((parameter: ParameterOf<{ orders: readonly string[] }>) =>
  db
    .selectFrom('lahetys')
    .select(['id', 'tilaus_id', 'status', sql<string>`coalesce(toimitus_osoite_id::text, '')`.as('key')])
    .select(sql<MadeLine['entity']>`'lahetys'`.as('entity'))
    .where('tilaus_id', '=', anyOf(parameter('orders')))
    .unionAll(
      db
        .selectFrom('tuntituote')
        .select(['id', 'tilaus_id', 'status', sql<string>`''`.as('key')])
        .select(sql<MadeLine['entity']>`'tuntituote'`.as('entity'))
        .where('tilaus_id', '=', anyOf(parameter('orders'))),
    ),
)

/** The orders of routes or recurring jobs from a day on, removed orders too, locked until the transaction ends. */
export async function madeOrders(runner: Queryable, relation: ScheduleRelation, ahead: Ahead): Promise<ScheduledOrderRow[]> {
  return withLines(runner, await lockOrders[relation](runner, ahead))
}

/**
 * The same for a run that makes only what is missing: it changes none of them but those that were removed because their day was left out, which come
 * back. Only these are locked and have their lines; the makers are locked, so that no other run makes an order meanwhile.
 */
export async function knownOrders(runner: Queryable, relation: ScheduleRelation, ahead: Ahead): Promise<ScheduledOrderRow[]> {
  const removed = await withLines(runner, await lockRemoved[relation](runner, ahead))
  const isRemoved = new Set(removed.map(({ id }) => id))
  const others = (await readOrders[relation](runner, ahead)).filter(({ id }) => !isRemoved.has(id))
  // One that was removed in between is not locked, so it stays as it is.
  const unlocked = others.map((order) => ({ ...order, koskematon: order.koskematon && order.status === 1, lines: [] }))
  return [...removed, ...unlocked].sort((a, b) => (a.id < b.id ? -1 : 1))
}

async function withLines(runner: Queryable, orders: readonly Omit<ScheduledOrderRow, 'lines'>[]): Promise<ScheduledOrderRow[]> {
  const lines = Map.groupBy(await linesOf(runner, { orders: orders.map(({ id }) => id) }), ({ tilaus_id }) => tilaus_id)
  return orders.map((order) => ({
    ...order,
    lines: (lines.get(order.id) ?? []).map(({ id, entity, key, status }) => ({ id, entity, key, status })),
  }))
}

type Listed = { source: string; from: number }
type ListedOrder = { id: string; tilausnro: number; ajopaiva: number; koskematon: boolean; asiakas: string }

const liveOrders = (relation: ScheduleRelation) =>
  statement((parameter: ParameterOf<Listed>) =>
    db
      .selectFrom('tilaus as t')
      .innerJoin('asiakas as a', 'a.id', 't.asiakas_id')
      .select(['t.id', 't.tilausnro', 't.ajopaiva', 't.koskematon', 'a.name as asiakas'])
      .where(`t.${relation}_id`, '=', parameter('source'))
      .where('t.ajopaiva', '>=', parameter('from'))
      .where('t.status', '=', 1)
      .orderBy('t.ajopaiva')
      .orderBy('t.id'),
  )
const readListed = { reitti: liveOrders('reitti'), tuntituote_toisto: liveOrders('tuntituote_toisto') }

/** The orders of a route or recurring job from a day on. */
export const listedOrders = (runner: Queryable, relation: ScheduleRelation, of: Listed): Promise<ListedOrder[]> =>
  readListed[relation](runner, of)

const customerNames = statement((parameter: ParameterOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('asiakas')
    .select(['id', 'name', 'status'])
    .where('id', '=', anyOf(parameter('ids'))),
)

export async function namesOfCustomers(runner: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return new Map((await customerNames(runner, { ids })).map(({ id, name }) => [id, name]))
}

/** Those of the customers that are not removed. */
export async function liveCustomers(runner: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await customerNames(runner, { ids })).filter(({ status }) => status === 1).map(({ id }) => id))
}
