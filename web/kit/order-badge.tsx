import type { Status } from '#domain/entities/order/order.status.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { statusLook } from './status-looks.ts'

/** The badge that the shown-status rule gives an order or a line of it. */
export function OrderBadge({ status, size = 'md' }: { status: Status; size?: 'md' | 'lg' }) {
  return <StatusBadge look={statusLook(status)} size={size} />
}
