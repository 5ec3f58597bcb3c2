import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { storedRead } from '#web/data/device/stored-reads.ts'
import { type IncludedRows, read } from '#web/data/json-api.ts'
import { listQuery } from '#web/data/queries.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import type { AllFields, EntityRow } from '#web/data/row.ts'
import { receiversQuery } from './receivers.ts'

/** More deliveries than anybody makes in a day. */
const maxAhead = 100
/** Customers whose last receivers are fetched ahead. */
const maxCustomersAhead = 15

export type Order = EntityRow<'tilaus'>
export type Shipment = EntityRow<'lahetys'>
export type Acknowledgement = { row: EntityRow<'v_o_kuittaus'>; shipments: Shipment[]; picture: EntityRow<'file'> | undefined }

export type Delivery = {
  order: Order
  customer: string
  /** Live shipments in the order in which they were made. */
  shipments: Shipment[]
  acknowledgements: Acknowledgement[]
}

const query = { include: ['asiakas', 'lahetykset.kuittaukset.kuittaus'] }

/** What the page of a delivery shows: `kuittaa/:tilausId`. */
export const deliveryQuery = (orderId: string) =>
  queryOptions({
    queryKey: queryKeys.one('tilaus', orderId, query),
    queryFn: async ({ signal }) => {
      const { row, included } = await read('tilaus', orderId, query, { signal, quiet: [404] })
      return deliveryOf(row, included)
    },
    // A driver also signs where there is no network.
    ...storedRead,
  })

/** Prefetches these orders' delivery pages in one request, and again when something of them changes. */
export function useDeliveriesAhead(orderIds: readonly string[]): void {
  const client = useQueryClient()
  const router = useRouter()
  const ids = [...new Set(orderIds)].slice(0, maxAhead)
  const ahead = { ...query, filter: { id: ids }, page: { limit: maxAhead } }
  const { data, dataUpdatedAt, isStale } = useQuery({ ...listQuery('tilaus', ahead), enabled: ids.length > 0 })
  useEffect(() => {
    // Data that is about to be refetched may be older than the page's own.
    if (!data || isStale || data.rows.length === 0) return
    void router.loadRouteChunk(router.routesById['/kuittaa/$tilausId'])
    for (const row of data.rows) keepNewer(client, row.id, deliveryOf(row, data.included), dataUpdatedAt)
    const customers = new Set(data.rows.flatMap(({ asiakas }) => asiakas ?? []))
    for (const customer of [...customers].slice(0, maxCustomersAhead)) void client.prefetchQuery(receiversQuery(customer))
  }, [client, router, data, dataUpdatedAt, isStale])
}

/** The page may have fetched its own since the list was read. `readAt`: milliseconds. */
export function keepNewer(client: QueryClient, orderId: string, delivery: Delivery, readAt: number): void {
  const options = client.defaultQueryOptions(deliveryQuery(orderId))
  // Built first, so that the cache keeps it as long as the page's own query.
  const { state } = client.getQueryCache().build(client, options)
  if (state.dataUpdatedAt < readAt) client.setQueryData(options.queryKey, delivery, { updatedAt: readAt })
}

function deliveryOf(order: Order, included: IncludedRows<AllFields>): Delivery {
  const shipments = included
    .all('lahetys', order.lahetykset)
    .filter(({ status, tila }) => status === 1 && tila !== 'peruutettu')
    .sort((a, b) => a.drupal_internal__id - b.drupal_internal__id)
  const ids = [...new Set(shipments.flatMap(({ kuittaukset }) => kuittaukset))]
  const acknowledgements = included.all('v_o_kuittaus', ids).map((row) => ({
    row,
    shipments: shipments.filter(({ kuittaukset }) => kuittaukset.includes(row.id)),
    picture: included.get('file', row.kuittaus),
  }))
  return { order, customer: included.get('asiakas', order.asiakas)?.name ?? '', shipments, acknowledgements }
}
