import type { Viewer } from '#domain/access/roles.ts'
import { audienceOf, isLive, orderBadge, orderLateDays } from '#domain/entities/order/order.status.ts'
import type { OrderRow } from '#web/features/orders/order-rows.ts'
import { nowSeconds } from '#web/session/clock.ts'
import type { OrderRead } from '../order-data.ts'
import { momentWords } from './moment-words.ts'
import type { HeadFacts } from './order-head.tsx'

/** The heading's facts of an order that has been read. */
export function headFacts({ order, shipments, jobs, customer }: OrderRead, { roles }: Pick<Viewer, 'roles'>): HeadFacts {
  const now = nowSeconds()
  const lines = [...shipments, ...jobs]
  const live = shipments.filter(({ tila }) => tila !== 'peruutettu')
  const counted = live.length > 0 ? live : shipments
  const promises = shipments.flatMap(({ tila, luvattu_aika }) => (isLive(tila) && luvattu_aika > 0 ? [luvattu_aika] : []))
  return {
    number: order.tunniste,
    customer: roles.includes('yllapito') ? customer.name : '',
    status: orderBadge(order, lines, audienceOf(roles)),
    lateDays: orderLateDays(order, lines, now),
    failed: shipments.some(({ poikkeama }) => poikkeama !== null),
    wishedDay: order.toivottu_toimitus,
    promised: promises.length > 0 ? momentWords(Math.max(...promises), now) : '',
    pieces: counted.reduce((sum, { maara }) => sum + maara, 0),
    kilos: counted.reduce((sum, { paino }) => sum + Math.round(paino * 100), 0) / 100,
  }
}

/** The same from a list's row, before the order has been read. */
export const listedFacts = (row: OrderRow, staff: boolean): HeadFacts => ({
  number: row.number,
  customer: staff ? row.customer.name : '',
  status: row.badge,
  lateDays: row.lateDays,
  failed: row.failed ?? false,
  wishedDay: row.wishedDay,
  promised: '',
  pieces: row.pieces,
  kilos: row.kilos,
})
