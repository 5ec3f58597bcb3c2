import { IconMapPin } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { mapCredits } from '#web/features/addresses/map-credits.ts'
import type { InputProps } from '#web/kit/entity/fields/field-input.tsx'
import { ManyField } from '#web/kit/entity/fields/relation-field.tsx'
import { rowQuery } from '#web/kit/entity/row-query.ts'
import { OrderedList } from '#web/kit/form/ordered-list/ordered-list.tsx'
import { useSettings } from '#web/session/settings.ts'
import { PointMap } from '#web/ui/map/map.tsx'
import type { MapPoint } from '#web/ui/map/map-points.ts'
import classes from './route-stops.module.css'

const stopStyle = { tone: 'waiting', icon: IconMapPin, label: 'Pysähdys' } as const

/** The stops of a route in the order in which they are driven, beside a map. They are dragged, or moved with buttons. */
export function RouteStops({ value, onChange, ...field }: InputProps) {
  const ids = useMemo(() => (Array.isArray(value) ? value.map(String) : []), [value])
  const rows = useQueries({ queries: ids.map((id) => rowQuery('postiosoite', id)), combine: (all) => all.map(({ data }) => data) })
  const { mapTiles, mapAttribution } = useSettings()
  const points = rows.flatMap((row, index): MapPoint[] =>
    row && row.lat !== null && row.lng !== null
      ? [{ id: row.id, lat: row.lat, lng: row.lng, style: stopStyle, place: `${index + 1}`, label: `${index + 1}. ${row.name}` }]
      : [],
  )
  const lines = points.slice(1).flatMap((to, index) => {
    const from = points[index]
    return from ? [[from, to] as const] : []
  })
  return (
    <div className={classes.frame} data-wide>
      <ManyField
        entity="postiosoite"
        label={field.label}
        error={field.error}
        readOnly={field.readOnly}
        data-path={field['data-path']}
        value={ids}
        onChange={onChange}
      />
      <OrderedList
        label="Pysähdykset ajojärjestyksessä"
        removal="Poista pysähdys"
        readOnly={field.readOnly === true}
        items={ids.map((id, index) => {
          const row = rows[index]
          const name = row?.name || row?.field_osoite_1 || '…'
          const content = (
            <>
              {name}
              <span className={classes.place}>{row?.field_postitoimipaikka}</span>
            </>
          )
          return { id, name, content }
        })}
        onChange={onChange}
      />
      {points.length > 0 && (
        <div className={classes.map}>
          <PointMap
            label="Reitti kartalla"
            points={points}
            lines={lines}
            tiles={mapTiles}
            attribution={mapAttribution}
            credits={mapCredits}
            inPage
          />
        </div>
      )}
    </div>
  )
}
