import { IconAlertTriangle, IconPackageOff } from '@tabler/icons-react'
import type { OrderState } from '#domain/entities/order/order.states.ts'
import { type Audience, type Line, lineLateDays, lineStatus, type Status } from '#domain/entities/order/order.status.ts'
import { StatusBadge } from '#web/ui/badges/status-badge.tsx'
import classes from './order-badge.module.css'
import { failedText } from './order-rows.ts'
import { lateText, statusStyle } from './status-styles.ts'

type Props = {
  status: Status
  /** Days late by the calendar, shown beside the state; 0 when it is not late. */
  lateDays?: number
  size?: 'md' | 'lg'
  /** In a table's row: the lateness as "6 pv", its full text for screen readers and on hover. */
  dense?: boolean
  /** A failed delivery needs a decision: marked beside the badge. */
  failed?: true | undefined
}

/** The state of an order or of one of its lines, and beside it how late it is. */
export function OrderBadge({ status, lateDays = 0, size = 'md', dense = false, failed }: Props) {
  const badge = <StatusBadge status={statusStyle(status)} size={size} />
  if (!failed && lateDays === 0) return badge
  return (
    <span className={classes.both}>
      {badge}
      {lateDays > 0 && <Late text={lateText(status, lateDays)} days={lateDays} size={size} dense={dense} />}
      {failed && (
        <span className={classes.failed} title={failedText}>
          <IconPackageOff size={18} stroke={1.8} role="img" aria-label={failedText} />
        </span>
      )}
    </span>
  )
}

type LineProps = { order: OrderState; line: Line; now: number; audience?: Audience; size?: 'md' | 'lg' }

/** The state of a shipment or an hourly job and how late it is. */
export const LineBadge = ({ order, line, now, audience = 'staff', size = 'md' }: LineProps) => (
  <OrderBadge status={lineStatus(order, line.tila, audience)} lateDays={lineLateDays(line, now)} size={size} />
)

function Late({ text, days, size, dense }: { text: string; days: number; size: 'md' | 'lg'; dense: boolean }) {
  return (
    <span className={classes.late} data-size={size} title={dense ? text : undefined}>
      <IconAlertTriangle size={size === 'lg' ? 18 : 14} stroke={1.9} aria-hidden />
      {dense ? (
        <>
          <span aria-hidden>{days} pv</span>
          <span className={classes.spoken}>{text}</span>
        </>
      ) : (
        text
      )}
    </span>
  )
}
