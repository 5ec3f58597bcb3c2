import type { Status } from '#domain/entities/order/order.status.ts'
import type { StatusLook } from '../ui/status-badge.tsx'
import { orderLook, shipmentLook } from './status-looks.ts'

/** How the status looks that the domain's rules show of an order or a line (`orderBadge`, `lineBadge`). */
export const badgeLook = (status: Status): StatusLook =>
  status === 'uusi' || status === 'laskutettu' ? orderLook(status) : shipmentLook(status)
