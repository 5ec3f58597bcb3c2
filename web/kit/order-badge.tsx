import type { Status } from '#domain/entities/order/order.status.ts'
import { StatusBadge, type StatusLook } from '../ui/status-badge.tsx'
import { orderLook, shipmentLook } from './status-looks.ts'

const lookOf = (status: Status): StatusLook => (status === 'uusi' || status === 'laskutettu' ? orderLook(status) : shipmentLook(status))

/** The badge that the shown-status rule gives an order or a line of it. */
export function OrderBadge({ status, size = 'md' }: { status: Status; size?: 'md' | 'lg' }) {
  return <StatusBadge look={lookOf(status)} size={size} />
}
