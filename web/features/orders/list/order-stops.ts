import { isLive, lineLateDays, lineStatus, orderBadge, orderLateDays, type Status } from '#domain/entities/order/order.status.ts'
import type { IncludedRows } from '#web/data/json-api.ts'
import type { Part } from '#web/data/row.ts'
import { postalKey } from '#web/features/addresses/postal-points.ts'
import { nowSeconds } from '#web/session/clock.ts'
import type { LatLng } from '#web/ui/map/map-points.ts'

const ends = ['nouto_postinro', 'nouto_postitmp', 'nouto_maa', 'nouto_osoite'] as const
/** The fields that the map requests of orders: the ends of their lines, and the points of their saved addresses. */
export const stopsQuery = {
  include: ['lahetykset', 'tuntituotteet', 'lahetykset.nouto_osoite', 'lahetykset.toimitus_osoite', 'tuntituotteet.nouto_osoite'],
  fields: {
    tilaus: ['tunniste', 'tilauksen_tila', 'toivottu_toimitus', 'lahetykset', 'tuntituotteet'],
    lahetys: [...ends, 'toimitus_postinro', 'toimitus_postitmp', 'toimitus_maa', 'toimitus_osoite', 'tila', 'toivottu_toimitus'],
    tuntituote: [...ends, 'tila', 'toimituspaiva'],
    postiosoite: ['lat', 'lng'],
  },
} as const
type StopFields = typeof stopsQuery.fields

/** One end of a line: the saved address's own point, else its postal code's. */
export type Stop = { town: string; point: LatLng | null; postal: string | null }
export type StopLine = { badge: Status; lateDays: number; from: Stop; to: Stop | null }
export type StopOrder = { id: string; number: string; badge: Status; lateDays: number; lines: readonly StopLine[] }

export function toStopOrder(order: Part<'tilaus', StopFields>, included: IncludedRows<StopFields>): StopOrder {
  const now = nowSeconds()
  const stop = (town: string, country: string, code: string, address: string | null): Stop => {
    const saved = included.get('postiosoite', address)
    const point = saved && saved.lat !== null && saved.lng !== null ? { lat: saved.lat, lng: saved.lng } : null
    return { town, point, postal: postalKey(country, code) }
  }
  const shipments = included.all('lahetys', order.lahetykset)
  const jobs = included.all('tuntituote', order.tuntituotteet)
  const state = order.tilauksen_tila
  const lines = [...shipments, ...jobs].map((line) => ({
    live: isLive(line.tila),
    badge: lineStatus(state, line.tila, 'staff'),
    lateDays: lineLateDays(line, now),
    from: stop(line.nouto_postitmp, line.nouto_maa, line.nouto_postinro, line.nouto_osoite),
    to: 'toimitus_postinro' in line ? stop(line.toimitus_postitmp, line.toimitus_maa, line.toimitus_postinro, line.toimitus_osoite) : null,
  }))
  const live = lines.filter((line) => line.live)
  return {
    id: order.id,
    number: order.tunniste,
    badge: orderBadge(order, [...shipments, ...jobs], 'staff'),
    lateDays: orderLateDays(order, [...shipments, ...jobs], now),
    lines: live.length > 0 ? live : lines,
  }
}

/** The best known point of a stop. */
export const pointOf = (stop: Stop | null, postal: ReadonlyMap<string, LatLng>): LatLng | null =>
  stop ? (stop.point ?? (stop.postal === null ? null : (postal.get(stop.postal) ?? null))) : null
