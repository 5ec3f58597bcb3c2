import { IconAlertTriangle, IconCalendarEvent } from '@tabler/icons-react'
import { defaultReminderDays } from '#domain/features/settings/expiry-defaults.ts'
import type { StatusStyle } from '#web/ui/badges/status-badge.tsx'

const [last, second, first] = defaultReminderDays

/** Colour and icon of what expires in so many days, in the steps in which people are reminded of it; null when it is far off. */
export function expirySign(daysLeft: number): Pick<StatusStyle, 'tone' | 'icon'> | null {
  if (daysLeft <= last) return { tone: 'late', icon: IconAlertTriangle }
  if (daysLeft <= second) return { tone: 'warning', icon: IconAlertTriangle }
  return daysLeft <= first ? { tone: 'waiting', icon: IconCalendarEvent } : null
}
