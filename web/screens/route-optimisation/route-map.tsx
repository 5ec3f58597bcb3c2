import { IconFlag, IconHome, IconMapPin } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { OptimisedRoute } from '#domain/features/route-optimisation/optimise-route.ts'
import { mapCredits } from '#web/features/addresses/map-credits.ts'
import { useSettings } from '#web/session/settings.ts'
import { PointMap } from '#web/ui/map/map.tsx'
import type { LatLng, MapPath, MapPoint } from '#web/ui/map/map-points.ts'
import classes from './route-optimisation.module.css'
import type { RoutePlan } from './route-plan.ts'

type Line = OptimisedRoute['line'] | undefined
type Props = { plan: RoutePlan; line: Line; lineBefore: Line }

const startStyle = { tone: 'delivered', icon: IconHome, label: 'Lähtöpaikka' } as const
const stopStyle = { tone: 'moving', icon: IconMapPin, label: 'Pysähdys' } as const
const endStyle = { tone: 'waiting', icon: IconFlag, label: 'Päätepaikka' } as const

const pointsOf = (line: Line): LatLng[] => (line ?? []).map(([lng, lat]) => ({ lng, lat }))

/** The route now, and faintly the one before; the list beside it says the same as text. */
export function RouteMap({ plan, line, lineBefore }: Props) {
  const { start, end, ending, stops } = plan
  const points = useMemo(
    (): MapPoint[] => [
      ...(start ? [{ ...start, style: startStyle, label: `Lähtö: ${start.label}` }] : []),
      ...stops.map((stop, index) => ({ ...stop, style: stopStyle, text: `${index + 1}`, label: `${index + 1}. ${stop.label}` })),
      ...(ending === 'paate' && end ? [{ ...end, style: endStyle, label: `Pääte: ${end.label}` }] : []),
    ],
    [start, end, ending, stops],
  )
  const paths = useMemo(
    (): MapPath[] => [
      { points: pointsOf(lineBefore), faded: true },
      { points: pointsOf(line), faded: false },
    ],
    [line, lineBefore],
  )
  const { mapTiles, mapAttribution } = useSettings()
  return (
    <div className={classes.map}>
      <PointMap
        label="Reitti kartalla"
        points={points}
        paths={paths}
        clustered={false}
        tiles={mapTiles}
        attribution={mapAttribution}
        credits={mapCredits}
        inPage
      />
    </div>
  )
}
