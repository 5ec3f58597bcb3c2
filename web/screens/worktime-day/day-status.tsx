import { Group } from '@mantine/core'
import { IconCheck, IconClock, IconMailForward, IconPlayerPlay } from '@tabler/icons-react'
import { DraftNote } from '#web/kit/form/form-parts.tsx'
import { Plate } from '#web/ui/badges/plate.tsx'
import { StatusBadge, type StatusStyle } from '#web/ui/badges/status-badge.tsx'
import type { DayRow } from './model/day-values.ts'

const styles = {
  open: { tone: 'moving', icon: IconPlayerPlay, label: 'Käynnissä' },
  waiting: { tone: 'waiting', icon: IconClock, label: 'Tarkistamatta' },
  checked: { tone: 'delivered', icon: IconCheck, label: 'Tarkistettu' },
  sent: { tone: 'invoiced', icon: IconMailForward, label: 'Lähetetty palkanlaskentaan' },
} as const satisfies Record<string, StatusStyle>

function stateOf({ loppuaika, tarkistettu, lahetetty }: DayRow): StatusStyle {
  if (loppuaika === 0) return styles.open
  if (!tarkistettu) return styles.waiting
  return lahetetty ? styles.sent : styles.checked
}

/** The car and the state of the record, beside its heading. */
export function DayStatus({ row, car, draftAt, discard }: { row: DayRow; car: string; draftAt: number | null; discard: () => void }) {
  return (
    <Group gap="sm">
      {car && <Plate>{car}</Plate>}
      <StatusBadge status={stateOf(row)} />
      <DraftNote draftAt={draftAt} discard={discard} />
    </Group>
  )
}
