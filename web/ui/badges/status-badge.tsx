import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import classes from './status-badge.module.css'

export type Tone = 'waiting' | 'moving' | 'transfer' | 'delivered' | 'late' | 'cancelled' | 'invoiced' | 'warning'
/** How a status looks: a colour, an icon and a word, always together. */
export type StatusStyle = { tone: Tone; icon: ComponentType<IconProps>; label: string; struck?: boolean }

export function StatusBadge({ status, size = 'md' }: { status: StatusStyle; size?: 'md' | 'lg' }) {
  const { icon: Icon, label, tone, struck } = status
  return (
    <span className={`${classes.tones} ${classes.badge}`} data-tone={tone} data-size={size}>
      <Icon size={size === 'lg' ? 18 : 14} stroke={1.9} aria-hidden />
      {struck ? <s>{label}</s> : label}
    </span>
  )
}
