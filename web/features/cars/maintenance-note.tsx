import { Text } from '@mantine/core'
import { IconCheck, IconClockExclamation, IconTool } from '@tabler/icons-react'
import { faultName } from '#domain/entities/car/maintenance.rules.ts'
import { daysBetween } from '#domain/values/time/helsinki-clock.ts'
import type { EntityRow } from '#web/data/row.ts'
import { StoredPicture } from '#web/kit/form/stored-picture.tsx'
import { formatDate, formatMoment } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { StatusBadge, type StatusStyle } from '#web/ui/badges/status-badge.tsx'
import classes from './maintenance-note.module.css'

type Entry = EntityRow<'huolto'>

const isFault = ({ name }: Entry): boolean => name === faultName

/** Done, an open fault, or maintenance whose day has passed; null for maintenance ahead. */
function entryStyle(entry: Entry, now: number): StatusStyle | null {
  if (entry.tehty) return { tone: 'delivered', icon: IconCheck, label: 'Tehty' }
  if (isFault(entry)) return { tone: 'warning', icon: IconTool, label: faultName }
  const late = entry.paiva === 0 ? 0 : daysBetween(entry.paiva, now)
  return late > 0 ? { tone: 'late', icon: IconClockExclamation, label: `${late} pv myöhässä` } : null
}

/** What an entry of a maintenance log says, who wrote it, and its pictures. `withDay` where the day is not told otherwise. */
export function MaintenanceNote({ entry, withDay = false }: { entry: Entry; withDay?: boolean }) {
  const { name, paiva, info, kuvat, kirjaaja, created, tunniste, tehty } = entry
  const style = entryStyle(entry, nowSeconds())
  const title = [isFault(entry) && !tehty ? '' : name, withDay ? formatDate(paiva) : ''].filter(Boolean).join(' · ')
  return (
    <div className={classes.note}>
      <div className={classes.head}>
        {title && <Text fw={550}>{title}</Text>}
        {style && <StatusBadge status={style} />}
      </div>
      <Text className={classes.info}>{info}</Text>
      {kuvat.length > 0 && (
        <div className={classes.pictures}>
          {kuvat.map((id, index) => (
            <StoredPicture key={id} uri={`/file/${id}`} alt={`${tunniste}, kuva ${index + 1}`} />
          ))}
        </div>
      )}
      {kirjaaja && (
        <Text className={classes.author}>
          {isFault(entry) ? 'Ilmoitti' : 'Kirjasi'} {kirjaaja} {formatMoment(created)}
        </Text>
      )}
    </div>
  )
}
