import { Group } from '@mantine/core'
import { IconCheck, IconClock, IconMailForward, IconPlayerPlay } from '@tabler/icons-react'
import { Plate } from '#web/ui/badges/plate.tsx'
import { StatusBadge, type StatusStyle } from '#web/ui/badges/status-badge.tsx'
import type { DayRow } from './model/day-values.ts'
import classes from './worktime-day.module.css'

const styles = {
  open: { tone: 'moving', icon: IconPlayerPlay, label: 'Käynnissä' },
  waiting: { tone: 'waiting', icon: IconClock, label: 'Tarkistamatta' },
  checked: { tone: 'delivered', icon: IconCheck, label: 'Tarkistettu' },
  corrected: { tone: 'warning', icon: IconMailForward, label: 'Korjaus lähettämättä' },
  sent: { tone: 'invoiced', icon: IconMailForward, label: 'Lähetetty palkanlaskentaan' },
} as const satisfies Record<string, StatusStyle>

function stateOf({ loppuaika, tarkistettu, lahetetty, korjaus_lahettamatta }: DayRow): StatusStyle {
  if (loppuaika === 0) return styles.open
  if (!tarkistettu) return styles.waiting
  if (korjaus_lahettamatta) return styles.corrected
  return lahetetty ? styles.sent : styles.checked
}

/** The car and the state of the record, beside its heading. */
export function DayStatus({ row, car }: { row: DayRow; car: string }) {
  return (
    <Group gap="sm" className={classes.status}>
      {car && <Plate>{car}</Plate>}
      <StatusBadge status={stateOf(row)} />
    </Group>
  )
}
