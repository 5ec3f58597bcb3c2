import { IconAlertTriangle, IconCalendarEvent } from '@tabler/icons-react'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { formatDate } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { StatusBadge, type StatusStyle } from '#web/ui/badges/status-badge.tsx'

/** Days before an inspection from which it is highlighted. */
export const soonDays = 30

/** The badge of a car's inspection day; null when it is not near. */
export function inspectionStyle(day: number, today: number): StatusStyle | null {
  if (day === 0) return { tone: 'warning', icon: IconAlertTriangle, label: 'Päivä puuttuu' }
  if (day < today) return { tone: 'late', icon: IconAlertTriangle, label: 'Katsastus myöhässä' }
  return day <= addDays(today, soonDays) ? { tone: 'warning', icon: IconCalendarEvent, label: `Alle ${soonDays} päivää` } : null
}

/** A car's inspection day, with a sign when it is near or over. */
export function InspectionDay({ day }: { day: number }) {
  const style = inspectionStyle(day, startOfDay(nowSeconds()))
  return (
    <>
      {formatDate(day)} {style && <StatusBadge status={style} />}
    </>
  )
}
