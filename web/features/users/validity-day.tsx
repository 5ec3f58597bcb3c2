import { daysBetween } from '#domain/values/time/helsinki-clock.ts'
import { expirySign } from '#web/features/reminders/expiry-sign.ts'
import { formatDate } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { StatusBadge, type StatusStyle } from '#web/ui/badges/status-badge.tsx'

/** The urgency of a last day of validity, in the same steps as the default reminders; null when the day is far away or unknown (0). */
export function validityStyle(day: number, now: number): StatusStyle | null {
  if (day === 0) return null
  const left = daysBetween(now, day)
  const sign = expirySign(left)
  return sign && { ...sign, label: left < 0 ? 'Vanhentunut' : left === 0 ? 'Viimeinen päivä' : `${left} pv` }
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
