import { IconAlertTriangle } from '@tabler/icons-react'
import { daysBetween } from '#domain/values/time/helsinki-clock.ts'
import { expirySign } from '#web/features/reminders/expiry-sign.ts'
import { formatDate } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { StatusBadge, type StatusStyle } from '#web/ui/badges/status-badge.tsx'

/** How urgent a car's inspection is; null when it is far off. */
export function inspectionStyle(day: number, now: number): StatusStyle | null {
  if (day === 0) return { tone: 'warning', icon: IconAlertTriangle, label: 'Päivä puuttuu' }
  const left = daysBetween(now, day)
  const sign = expirySign(left)
  return sign && { ...sign, label: left < 0 ? 'Katsastus myöhässä' : left === 0 ? 'Viimeinen päivä' : `${left} pv` }
}

/** A car's inspection day, with a sign when it is near or over. */
export function InspectionDay({ day }: { day: number }) {
  const style = inspectionStyle(day, nowSeconds())
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}>
      {formatDate(day)}
      {style && <StatusBadge status={style} />}
    </span>
  )
}
