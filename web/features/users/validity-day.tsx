import { IconAlertTriangle, IconCalendarEvent } from '@tabler/icons-react'
import { defaultReminderDays } from '#domain/features/reminders/expiry.ts'
import { daysBetween } from '#domain/values/time/helsinki-clock.ts'
import { formatDate } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { StatusBadge, type StatusStyle } from '#web/ui/badges/status-badge.tsx'

const [last, second, first] = defaultReminderDays

/** The urgency of a last day of validity, in the same steps as the default reminders; null when the day is far away or unknown (0). */
export function validityStyle(day: number, now: number): StatusStyle | null {
  if (day === 0) return null
  const left = daysBetween(now, day)
  if (left < 0) return { tone: 'late', icon: IconAlertTriangle, label: 'Vanhentunut' }
  const label = left === 0 ? 'Viimeinen päivä' : `${left} pv`
  if (left <= last) return { tone: 'late', icon: IconAlertTriangle, label }
  if (left <= second) return { tone: 'warning', icon: IconAlertTriangle, label }
  return left <= first ? { tone: 'waiting', icon: IconCalendarEvent, label } : null
}

/** The last day of validity, with a badge when it is near or past. */
export function ValidityDay({ day }: { day: number }) {
  const style = validityStyle(day, nowSeconds())
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}>
      {day === 0 ? '–' : formatDate(day)}
      {style && <StatusBadge status={style} />}
    </span>
  )
}

/** Only the badge of ValidityDay. */
export function ValidityBadge({ day }: { day: number }) {
  const style = validityStyle(day, nowSeconds())
  return style && <StatusBadge status={style} />
}
