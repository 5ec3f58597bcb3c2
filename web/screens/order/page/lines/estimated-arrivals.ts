import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isLive } from '#domain/entities/order/order.status.ts'
import { listQuery } from '#web/data/queries.ts'
import type { OrderRead } from '../../order-data.ts'

const none: ReadonlyMap<string, number> = new Map()

/** When the drivers are expected at the delivery places (unix seconds), by shipment: of the stops that are planned. Administrators may read them. */
export function useEstimatedArrivals({ shipments }: Pick<OrderRead, 'shipments'>, staff: boolean): ReadonlyMap<string, number> {
  const driven = shipments.filter(({ tila, kuljettaja, tyovuoro }) => isLive(tila) && (kuljettaja !== null || tyovuoro !== null))
  const ids = driven.map(({ id }) => id)
  const { data } = useQuery({
    ...listQuery('ajo_pysahdys', {
      filter: { tyyppi: 'toimitus', 'lahetykset.id': { operator: 'IN', value: ids } },
      fields: { ajo_pysahdys: ['arvioitu_saapuminen', 'lahetykset'] },
      sort: ['arvioitu_saapuminen', 'drupal_internal__id'],
      page: { limit: 250 },
    }),
    enabled: staff && ids.length > 0,
  })
  return useMemo(
    () =>
      data ? new Map(data.rows.flatMap(({ lahetykset, arvioitu_saapuminen }) => lahetykset.map((id) => [id, arvioitu_saapuminen]))) : none,
    [data],
  )
}
