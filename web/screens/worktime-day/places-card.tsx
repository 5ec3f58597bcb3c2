import { useMemo } from 'react'
import { addDays } from '#domain/values/time/time.ts'
import { mapCredits } from '#web/features/addresses/map-credits.ts'
import { taskStyle } from '#web/features/worktime/task-types.tsx'
import { formatDate, formatTime } from '#web/kit/format.ts'
import { useSettings } from '#web/session/settings.ts'
import { PointMap } from '#web/ui/map/map.tsx'
import type { MapLine, MapPoint } from '#web/ui/map/map-points.ts'
import { Section } from '#web/ui/section.tsx'
import type { DayValues, TaskValues } from './model/day-values.ts'
import classes from './worktime-day.module.css'

type Placed = TaskValues & { latitude: number; longitude: number }
const isPlaced = (task: TaskValues): task is Placed => task.latitude !== null && task.longitude !== null

/** When the places of a day's tasks are erased (rules/worktime.md#places). */
export const placesErased = (paiva: number, keptDays: number): number => addDays(paiva, keptDays)

/** What is said about the places in the table's heading: `poistuu 12.2.2027`. */
export function placesNote(paiva: number, keptDays: number, now: number): string {
  const erased = placesErased(paiva, keptDays)
  return `${erased > now ? 'poistuu' : 'poistettu'} ${formatDate(erased)}`
}

type Props = { day: DayValues; paiva: number; keptDays: number; now: number; onSelect: (id: string) => void }

/** The places of the tasks on a map, or why there are none. The table says the same as text. */
export function PlacesCard({ day, paiva, keptDays, now, onSelect }: Props) {
  const { mapTiles, mapAttribution } = useSettings()
  const placed = day.tehtavat.filter(isPlaced)
  // As text, so that the map is drawn anew only when a place changes.
  const key = JSON.stringify(placed.map(({ id, latitude, longitude, tyyppi, alkuaika }) => [id, latitude, longitude, tyyppi, alkuaika]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` holds all that is used of the tasks
  const { points, lines } = useMemo(() => ({ points: placed.map(pointOf), lines: linesOf(placed) }), [key])
  const erased = placesErased(paiva, keptDays)
  return (
    <Section title="Paikat" aside={placed.length > 0 ? `Poistuvat ${formatDate(erased)}` : undefined}>
      {placed.length === 0 ? (
        <p className={classes.fine}>
          {erased <= now
            ? `Sijainnit on poistettu ${formatDate(erased)}: niitä säilytetään ${keptDays} päivää.`
            : 'Kuljettaja ei ole antanut sijaintiaan. Se tallennetaan vain kuljettajan luvalla.'}
        </p>
      ) : (
        <div className={classes.map}>
          <PointMap
            label="Työtehtävien paikat kartalla"
            points={points}
            lines={lines}
            clustered={false}
            onSelect={([id]) => id !== undefined && onSelect(id)}
            tiles={mapTiles}
            attribution={mapAttribution}
            credits={mapCredits}
            inPage
          />
        </div>
      )}
    </Section>
  )
}

function pointOf({ id, latitude, longitude, tyyppi, alkuaika, address_print }: Placed): MapPoint {
  const { icon, label } = taskStyle(tyyppi)
  const town = address_print.split(',').at(-1)?.trim() ?? ''
  return {
    ...{ id, lat: latitude, lng: longitude, place: town },
    style: { tone: 'moving', icon, label },
    label: `${formatTime(alkuaika)} ${label}${address_print ? `: ${address_print}` : ''}`,
  }
}

const linesOf = (placed: readonly Placed[]): MapLine[] =>
  placed.slice(1).flatMap((to, index): MapLine[] => {
    const from = placed[index]
    return from
      ? [
          [
            { lat: from.latitude, lng: from.longitude },
            { lat: to.latitude, lng: to.longitude },
          ],
        ]
      : []
  })
