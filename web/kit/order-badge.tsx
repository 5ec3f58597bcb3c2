import { IconPackageOff } from '@tabler/icons-react'
import type { Status } from '#domain/entities/order/order.status.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import classes from './order-badge.module.css'
import { failedText } from './order-rows.ts'
import { statusLook } from './status-looks.ts'

type Props = {
  status: Status
  size?: 'md' | 'lg'
  /** A delivery came to nothing, and nobody has decided yet what is done: marked beside the badge. */
  failed?: true | undefined
}

/** The badge that the shown-status rule gives an order or a line of it. */
export function OrderBadge({ status, size = 'md', failed }: Props) {
  const badge = <StatusBadge look={statusLook(status)} size={size} />
  if (!failed) return badge
  return (
    <span className={classes.both}>
      {badge}
      <span className={classes.failed} title={failedText}>
        <IconPackageOff size={18} stroke={1.8} role="img" aria-label={failedText} />
      </span>
    </span>
  )
}
