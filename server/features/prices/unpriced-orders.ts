import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import { requestOf } from '#domain/features/prices/repricing.ts'
import { type Unpriced, whyUnpriced, type whyUnpricedCall } from '#domain/features/prices/why-unpriced.ts'
import type { Row } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import type { TypedRow } from '#server/entities/engine.ts'
import { readPricingData } from './queries.ts'

const liveRows = <N extends 'tilaus' | 'lahetys' | 'tuntituote'>(loaded: readonly TypedRow<N>[]): Row<N>[] =>
  loaded.flatMap(({ row, mayRead }) => (mayRead && row.status === 1 ? [row] : []))

/** Why each of the orders has no price, by its id; orders that have one, or would get one, are missing. Also for lists: one statement a table. */
export async function unpricedOrders(
  { engine, pool }: Pick<Context, 'engine' | 'pool'>,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, Unpriced>> {
  const orders = liveRows(await engine.load(viewer, 'tilaus', ids)).filter(({ hinta, tyyppi }) => hinta === 0 && tyyppi !== 'vuokraus')
  if (orders.length === 0) return new Map()
  const unpriced = orders.map(({ id }) => id)
  const shipments = Map.groupBy(liveRows(await engine.load(viewer, 'lahetys', unpriced, { by: 'tilaus' })), ({ tilaus }) => tilaus)
  const jobs = Map.groupBy(liveRows(await engine.load(viewer, 'tuntituote', unpriced, { by: 'tilaus' })), ({ tilaus }) => tilaus)
  const asStored = <R>(rows: readonly R[] = []) => rows.map((after) => ({ before: null, after }))
  const requests = orders.map((order) => ({
    id: order.id,
    request: requestOf(order, { lahetykset: asStored(shipments.get(order.id)), tuntituotteet: asStored(jobs.get(order.id)) }),
  }))
  const known = await readPricingData(
    pool,
    requests.map(({ request }) => request),
  )
  return new Map(
    requests.flatMap(({ id, request }) => {
      const why = whyUnpriced(request, known)
      return why ? [[id, why] as const] : []
    }),
  )
}

/** Why one order has no price (rules/prices.md#orders-without-a-price). */
export async function whyOrderIsUnpriced(
  context: Context,
  viewer: Viewer,
  { tilaus_id }: z.output<typeof whyUnpricedCall.input>,
): Promise<z.input<typeof whyUnpricedCall.output>> {
  const [order] = liveRows(await context.engine.load(viewer, 'tilaus', [tilaus_id]))
  if (!order) throw new RequestFault({ kind: 'not_found', parameter: 'tilaus_id', detail: faultKinds.not_found.title })
  const found = (await unpricedOrders(context, viewer, [tilaus_id])).get(tilaus_id)
  return found ?? { puute: '', kohde: null, rivi: 0, paikka: '' }
}
