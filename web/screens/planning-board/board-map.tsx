import { SegmentedControl } from '@mantine/core'
import { IconCheck, IconCoffee, IconMapPin, IconTool, IconTruckLoading } from '@tabler/icons-react'
import { memo, useMemo, useState } from 'react'
import type { Board, BoardRoute } from '#domain/features/planning-board/board.ts'
import { mapCredits } from '#web/features/addresses/map-credits.ts'
import { wayOf } from '#web/features/planning-board/board-words.ts'
import { formatCount, formatMinutes, formatTimeOn } from '#web/kit/format.ts'
import { useSettings } from '#web/session/settings.ts'
import { PointMap } from '#web/ui/map/map.tsx'
import type { LatLng, MapLine, MapPoint } from '#web/ui/map/map-points.ts'
import { colourOf } from './board-model.ts'
import classes from './planning-board.module.css'
import { useRoadLine } from './use-road-line.ts'

type Shown = 'kaikki' | 'valittu' | 'vapaat'
type Props = { board: Board; chosenRoute: string | null; linked: ReadonlySet<string>; onSelect: (id: string) => void }

const styles = {
  nouto: { tone: 'moving', icon: IconTruckLoading, label: 'Nouto' },
  toimitus: { tone: 'moving', icon: IconMapPin, label: 'Toimitus' },
  tyo: { tone: 'moving', icon: IconTool, label: 'Tuntityö' },
  tauko: { tone: 'cancelled', icon: IconCoffee, label: 'Tauko' },
  muu: { tone: 'cancelled', icon: IconMapPin, label: 'Muu pysähdys' },
} as const

const placed = <T extends { lat: number | null; lng: number | null }>(row: T): (T & LatLng)[] =>
  row.lat === null || row.lng === null ? [] : [{ ...row, lat: row.lat, lng: row.lng }]

function pointsOf(route: BoardRoute, series: number, day: number): MapPoint[] {
  return route.pysahdykset.flatMap(placed).map(({ id, lat, lng, tyyppi, postitmp, nimi, saapuminen, tehty }) => ({
    ...{ id, lat, lng, series },
    style: tehty ? { ...styles[tyyppi], icon: IconCheck } : styles[tyyppi],
    start: tyyppi === 'nouto',
    place: postitmp,
    label: `${route.kuljettaja.name}, ${styles[tyyppi].label}: ${postitmp || nimi}, klo ${formatTimeOn(saapuminen, day)}`,
  }))
}

const linesThrough = (places: readonly LatLng[], series: number): MapLine[] =>
  places.slice(1).flatMap((to, index): MapLine[] => {
    const from = places[index]
    return from ? [[{ lat: from.lat, lng: from.lng }, { lat: to.lat, lng: to.lng }, series]] : []
  })

/** The day's routes in the colours of their rows, one of them alone, or the work without a driver; the chosen one by road. The rows say the same as text. */
export const BoardMap = memo(({ board, chosenRoute, linked, onSelect }: Props) => {
  const [shown, setShown] = useState<Shown>('kaikki')
  const { mapTiles, mapAttribution } = useSettings()
  const only = shown === 'valittu' ? chosenRoute : null
  const chosenStops = board.reitit.find(({ id }) => id === chosenRoute)?.pysahdykset
  const road = useRoadLine(useMemo(() => (chosenStops ?? []).flatMap(placed), [chosenStops]))
  const { points, lines } = useMemo(() => {
    if (shown === 'vapaat') return { points: freePoints(board), lines: [] }
    const routes = board.reitit
      .map((route, index) => ({ route, series: colourOf(index) }))
      .filter(({ route }) => !only || route.id === only)
    return {
      points: routes.flatMap(({ route, series }) => pointsOf(route, series, board.paiva)),
      lines: routes.flatMap(({ route, series }) => {
        const isByRoad = route.id === chosenRoute && road.length > 1
        return linesThrough(isByRoad ? road : route.pysahdykset.flatMap(placed), series)
      }),
    }
  }, [board, shown, only, chosenRoute, road])
  const { metrit, sekunnit, pysahdyksia, tehty } = board.summat
  return (
    <div className={classes.map}>
      <PointMap
        key={shown}
        label="Päivän reitit kartalla"
        points={points}
        lines={lines}
        selected={linked}
        onSelect={([id]) => id !== undefined && onSelect(id)}
        tiles={mapTiles}
        attribution={mapAttribution}
        credits={mapCredits}
      />
      <div className={classes.mapTools}>
        <SegmentedControl
          size="xs"
          value={shown}
          onChange={(value) => setShown(value === 'valittu' || value === 'vapaat' ? value : 'kaikki')}
          data={[
            { value: 'kaikki', label: 'Kaikki reitit' },
            { value: 'valittu', label: 'Valittu', disabled: chosenRoute === null },
            { value: 'vapaat', label: 'Vapaat' },
          ]}
          aria-label="Kartalla"
        />
      </div>
      <div className={classes.totals}>
        <b>{formatCount(Math.round(metrit / 1000))}</b> km · ajoa <b>{formatMinutes(Math.round(sekunnit / 60))}</b> · <b>{pysahdyksia}</b>{' '}
        pysähdystä, <b>{tehty}</b> tehty
      </div>
    </div>
  )
})

function freePoints({ vapaat, tyot }: Board): MapPoint[] {
  const free = new Set(vapaat)
  return tyot
    .filter(({ id }) => free.has(id))
    .flatMap(placed)
    .map((work) => ({
      ...{ id: work.id, lat: work.lat, lng: work.lng, start: true, place: work.mista },
      style: { tone: 'waiting', icon: IconTruckLoading, label: 'Nouto' },
      label: `${work.tunniste}: ${wayOf(work)}`,
    }))
}
