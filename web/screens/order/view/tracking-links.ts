import type { TrackingLink } from '#domain/features/tracking/order-tracking.ts'
import { trackingLinkCall } from '#domain/features/tracking/order-tracking.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import type { OrderContent } from '../order-values.ts'

export const trackingLinksQuery = (id: string) => ({
  queryKey: queryKeys.call(trackingLinkCall.path, { id }),
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(trackingLinkCall, { id }, { signal, quiet: [404] }),
})

/** The active links that stop working when all rows are delivered to one place: those of the other places. */
export function linksEndedByMerging(links: readonly TrackingLink[], { rows }: Pick<OrderContent, 'rows'>, place: string): TrackingLink[] {
  const staying = new Set(rows.flatMap(({ id, toimitus }) => (toimitus === place ? [id] : [])))
  const moving = new Set(rows.flatMap(({ id, toimitus }) => (toimitus === place ? [] : [id])))
  return links.filter(
    ({ kaytossa, paikka, lahetykset }) =>
      kaytossa && paikka !== '' && lahetykset.some((id) => moving.has(id)) && lahetykset.every((id) => !staying.has(id)),
  )
}
