import { useQueries } from '@tanstack/react-query'
import { isLive } from '#domain/entities/order/order.status.ts'
import type { Filter } from '#domain/model/query/list-query.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { listQuery } from '#web/data/queries.ts'
import { nowSeconds } from '#web/session/clock.ts'
import type { OrderRead } from '../../order-data.ts'

/** The delivery stops that are found by their shifts, which have an index, and not by their shipments. */
const stopsQuery = (filter: Filter<'ajo_pysahdys'>) =>
  listQuery('ajo_pysahdys', {
    filter: { all: [{ tyyppi: 'toimitus' }, filter] },
    fields: { ajo_pysahdys: ['arvioitu_saapuminen', 'lahetykset'] },
    sort: ['-arvioitu_saapuminen', 'drupal_internal__id'],
    page: { limit: 250 },
  })

const known = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]

/** When the drivers are expected at the delivery places (unix seconds), by shipment: of the stops that are planned. Administrators may read them. */
export function useEstimatedArrivals({ shipments }: Pick<OrderRead, 'shipments'>, staff: boolean): ReadonlyMap<string, number> {
  const live = staff ? shipments.filter(({ tila }) => isLive(tila)) : []
  const shifts = known(live.map(({ tyovuoro }) => tyovuoro))
  const drivers = known(live.map(({ kuljettaja }) => kuljettaja))
  const filters: Filter<'ajo_pysahdys'>[] = [
    ...(shifts.length > 0 ? [{ 'tyovuoro.id': { operator: 'IN', value: shifts } } as const] : []),
    ...(drivers.length > 0
      ? [
          {
            'tyovuoro.kuljettaja.id': { operator: 'IN', value: drivers },
            'tyovuoro.paiva': { operator: '>=', value: startOfDay(nowSeconds()) },
          } as const,
        ]
      : []),
  ]
  const stops = useQueries({ queries: filters.map(stopsQuery) }).flatMap(({ data }) => data?.rows ?? [])
  return new Map(stops.flatMap(({ lahetykset, arvioitu_saapuminen }) => lahetykset.map((id) => [id, arvioitu_saapuminen])))
}
