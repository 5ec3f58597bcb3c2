import type { PoolClient } from 'pg'
import { columnsOf } from '#domain/model/columns.ts'
import type { BaseRow } from '#domain/model/define-entity.ts'
import { type EntityName, type Row, registry } from '#domain/model/registry.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import type { DemoCompany } from '#server/demo/company.ts'
import { type History, saveHistory } from '#server/demo/history.ts'
import { referenceOf } from '#server/demo/order-draft.ts'
import { addOrder } from '#server/demo/order-history.ts'
import type { Random } from '#server/demo/random.ts'
import { type Engine, system } from '#server/entities/engine.ts'

/** Exactly 2.5 on average over each four orders. */
export const shipmentCounts = [1, 4, 2, 3] as const
const hour = 3600
const archivedEndings = ['laskutettu', 'toimitettu', 'peruutettu'] as const

export type ArchivedEnding = (typeof archivedEndings)[number]
/** The tables of an order, each after those that its rows refer to. */
export const orderTables = ['tilaus', 'lahetys', 'tuntituote'] as const
export type OrderTable = (typeof orderTables)[number]
export type OrderRows = { [N in OrderTable]: (Row<N> & BaseRow)[] }
export type OrderTimes = { day: number; ordered: number; assigned: number; pickedUp: number; delivered: number; invoiced: number }
/** Finished orders, by ending and then by the number of their shipments, and the times of their steps. */
export type ModelOrders = { orders: ReadonlyMap<string, readonly OrderRows[]>; times: OrderTimes }

const keyOf = (ending: ArchivedEnding, shipments: number): string => `${ending} ${shipments}`

type Founded = { history: History; company: DemoCompany; openAt: (clock: () => number) => Engine }

/**
 * Orders that the engine creates in a transaction that is rolled back. Copies of them fill the archive, so the copies follow the rules,
 * too. All orders have the same times, so that a few saves are enough.
 */
export async function makeModelOrders(
  client: PoolClient,
  { history, company, openAt }: Founded,
  { count, now }: { count: number; now: number },
): Promise<ModelOrders> {
  const { random } = history
  const day = startOfDay(addDays(now, -20))
  const at = (hours: number) => day + hours * hour
  const times = { day, ordered: at(9), assigned: at(10), pickedUp: at(11), underWay: at(12), delivered: at(15), invoiced: at(60) }
  const billable = company.customers.filter(({ isBillable }) => isBillable)
  const planned = archivedEndings.flatMap((ending) =>
    Array.from({ length: ending === 'laskutettu' ? count : Math.ceil(count / 32) * 4 }, (_, index) => {
      const shipments = shipmentCounts[index % shipmentCounts.length] ?? 1
      const customer = random.pick(ending === 'laskutettu' ? billable : company.customers)
      const request = { customer, day, shipments, hourly: random.chance(0.02) }
      const typedPrice = random.between(9, 80) * 5
      const plan = { ending, times, request, driver: random.pick(company.drivers), transferred: false, typedPrice }
      return { key: keyOf(ending, shipments), id: addOrder({ history, company, signatures: null }, plan).id }
    }),
  )
  await client.query('SAVEPOINT models')
  await saveHistory(client, history, openAt)
  const ids = planned.map(({ id }) => id)
  const loaded = await loadOrders(
    client,
    openAt(() => now),
    ids,
  )
  await client.query('ROLLBACK TO SAVEPOINT models')
  const orders = Map.groupBy(planned, ({ key }) => key)
  return { times, orders: new Map([...orders].map(([key, some]) => [key, some.flatMap(({ id }) => loaded.get(id) ?? [])])) }
}

async function loadOrders(client: PoolClient, engine: Engine, ids: readonly string[]): Promise<Map<string, OrderRows>> {
  const orders = await engine.load(system, 'tilaus', ids, { runner: client })
  const shipments = await engine.load(system, 'lahetys', ids, { by: 'tilaus', runner: client })
  const jobs = await engine.load(system, 'tuntituote', ids, { by: 'tilaus', runner: client })
  return new Map(
    orders.map(({ row }) => {
      const isOwn = (line: { row: { tilaus: string | null } }) => line.row.tilaus === row.id
      const lahetys = shipments.filter(isOwn).map((line) => line.row)
      return [row.id, { tilaus: [row], lahetys, tuntituote: jobs.filter(isOwn).map((line) => line.row) }]
    }),
  )
}

const momentColumns = new Map<EntityName, readonly string[]>(
  orderTables.map((name) => [
    name,
    columnsOf(registry[name]).flatMap(({ key, kind }) => (kind === 'moment' || kind === 'day' ? [key] : [])),
  ]),
)

export type ArchivedOrder = { tilausnro: number; shipments: number; ending: ArchivedEnding; times: OrderTimes }
type Copying = { random: Random; numbers: Record<OrderTable, number> }

/** Adds a copy of a model order with other times, as an import from an older system would: one revision for each row. */
export function copyModelOrder(
  to: OrderRows,
  { orders, times }: ModelOrders,
  { order, copying }: { order: ArchivedOrder; copying: Copying },
): void {
  const { random, numbers } = copying
  const model = random.pick(orders.get(keyOf(order.ending, order.shipments)) ?? [])
  const moments = new Map<unknown, number>(
    (['day', 'ordered', 'assigned', 'pickedUp', 'delivered', 'invoiced'] as const).map((key) => [times[key], order.times[key]]),
  )
  const copyOf = <R extends BaseRow>(name: OrderTable, row: R): R => {
    const values: Record<string, unknown> = { ...row }
    for (const key of momentColumns.get(name) ?? []) values[key] = moments.get(values[key]) ?? values[key]
    const id = random.uuid()
    const revision = { vid: 1, revision_log_message: 'Tuotu vanhasta järjestelmästä' }
    // Only times have been changed, which are numbers before and after.
    return { ...(values as R), id, drupal_internal__id: numbers[name]++, ...revision }
  }
  const reference = { viite: referenceOf(random) }
  for (const root of model.tilaus) {
    const tilaus = { ...copyOf('tilaus', root), tilausnro: order.tilausnro }
    to.tilaus.push(tilaus)
    for (const row of model.lahetys) to.lahetys.push({ ...copyOf('lahetys', row), ...reference, tilaus: tilaus.id })
    for (const row of model.tuntituote) to.tuntituote.push({ ...copyOf('tuntituote', row), ...reference, tilaus: tilaus.id })
  }
}
