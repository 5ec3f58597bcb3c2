import { Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { EntityRow } from '#web/data/row.ts'
import { formatMoment, plural } from '#web/kit/format.ts'
import { StatusBadge } from '#web/ui/badges/status-badge.tsx'

/** What a driver checked of a car: when, who, and what was not in order. */
export function DepartureCheckNote({ check: { tarkastettu, created, kirjaaja, kohdat } }: { check: EntityRow<'lahtotarkastus'> }) {
  const faults = kohdat.filter(({ kunnossa }) => !kunnossa)
  const label = plural(kohdat.length, 'kohta', 'kohtaa')
  return (
    <div>
      <StatusBadge
        status={
          faults.length > 0
            ? { tone: 'warning', icon: IconAlertTriangle, label: faults.map(({ kohta }) => kohta).join(', ') }
            : { tone: 'delivered', icon: IconCheck, label: `${label} kunnossa` }
        }
      />
      <Text size="sm" c="dimmed">
        {kirjaaja} {formatMoment(tarkastettu || created)}
        {faults.length > 0 && ` · tarkastettu ${label}`}
      </Text>
    </div>
  )
}
