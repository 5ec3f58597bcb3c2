import { IconAlertTriangle, IconCalendarEvent } from '@tabler/icons-react'
import type { StatusLook } from '../../ui/status-badge.tsx'

/** What is to be noticed of a car's inspection day; null when nothing is. */
export function inspectionLook(day: number, today: number, soon: number): StatusLook | null {
  if (day === 0) return { tone: 'warning', icon: IconAlertTriangle, label: 'Päivä puuttuu' }
  if (day < today) return { tone: 'late', icon: IconAlertTriangle, label: 'Katsastus myöhässä' }
  return day <= soon ? { tone: 'warning', icon: IconCalendarEvent, label: 'Alle 30 päivää' } : null
}
