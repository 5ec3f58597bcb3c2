import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Filter, SortKey } from '#domain/model/query/list-query.ts'
import { pagesQuery } from '#web/data/queries.ts'
import { mapCredits } from '#web/features/addresses/map-credits.ts'
import { usePostalPoints } from '#web/features/addresses/postal-points.ts'
import { formatCount, plural } from '#web/kit/format.ts'
import { useHoveredRow } from '#web/kit/list/hovered-row.ts'
import { useListRows } from '#web/kit/list/list-rows.ts'
import { useSettings } from '#web/session/settings.ts'
import { PointMap } from '#web/ui/map/map.tsx'
import type { LatLng, MapPoint } from '#web/ui/map/map-points.ts'
import { OrderBadge } from '../order-badge.tsx'
import { mapMarkStyle } from '../status-styles.ts'
import { OrderLink } from './order-cells.tsx'
import classes from './order-map.module.css'
import { pointOf, type StopOrder, stopsQuery, toStopOrder } from './order-stops.ts'

/** More marks than this would be unreadable. */
const max = 1000

type Props = {
  filter: Filter<'tilaus'>
  sort: readonly SortKey<'tilaus'>[]
  /** The selection of the list beside the map; none where the map stands alone. */
  selected?: ReadonlySet<string>
  /** Selects an order in the list. */
  onSelect?: (id: string) => void
  onClose?: () => void
}

const noSelection: ReadonlySet<string> = new Set()

/** The pickups and deliveries of a list's orders, fetched in as many requests as the list has pages; the list shows the same as text. */
export function OrderMap({ filter, sort, selected = noSelection, onSelect, onClose }: Props) {
  const list = useListRows(
    useInfiniteQuery({ ...pagesQuery('tilaus', { ...stopsQuery, filter, sort }, 250), placeholderData: keepPreviousData }),
    toStopOrder,
  )
  const { rows: orders, count, more, stuck } = list
  useEffect(() => {
    if (more && !stuck && orders.length < max) more()
  }, [more, stuck, orders.length])
  const hovered = useHoveredRow()
  const [pressed, setPressed] = useState<ReadonlySet<string>>(new Set())

  const press = useCallback((ids: readonly string[]) => setPressed(new Set(ids)), [])

  const postal = usePostalPoints(orders.flatMap(({ lines }) => lines.flatMap(({ from, to }) => [from.postal, to?.postal ?? null])))
  const points = useMemo(() => orders.flatMap((order) => pointsOf(order, postal)), [orders, postal])
  const lines = useMemo(() => {
    const emphasised = orders.filter(({ id }) => id === hovered || selected.has(id) || pressed.has(id))
    return emphasised.flatMap((order) => linesOf(order, postal))
  }, [orders, postal, hovered, selected, pressed])
  const marked = useMemo(() => new Set([...selected, ...pressed, ...(hovered ? [hovered] : [])]), [selected, pressed, hovered])
  const placed = new Set(points.map(({ id }) => id)).size
  const { mapTiles, mapAttribution } = useSettings()
  return (
    <div className={classes.frame}>
      <PointMap
        label="Tilaukset kartalla"
        points={points}
        lines={lines}
        selected={marked}
        onSelect={press}
        tiles={mapTiles}
        attribution={mapAttribution}
        credits={mapCredits}
        inPage
      />
      <div className={classes.head}>
        <span aria-live="polite">
          {list.state === 'ready'
            ? countText({ placed, listed: orders.length, count })
            : list.state === 'failed'
              ? 'Tilauksia ei saatu'
              : 'Haetaan…'}
        </span>
        {onClose && (
          <ActionIcon size="sm" aria-label="Sulje kartta" onClick={onClose}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <Pressed
        orders={orders.filter(({ id }) => pressed.has(id))}
        selected={selected}
        {...(onSelect ? { onSelect } : {})}
        onClose={() => setPressed(new Set())}
      />
    </div>
  )
}

function countText({ placed, listed, count }: { placed: number; listed: number; count: number }): string {
  if (listed < count) return `${formatCount(placed)} / ${formatCount(count)} tilausta kartalla`
  const shown = `${plural(placed, 'tilaus', 'tilausta')} kartalla`
  return placed < listed ? `${shown}, ${formatCount(listed - placed)} ilman sijaintia` : shown
}

function pointsOf({ id, number, lines }: StopOrder, postal: ReadonlyMap<string, LatLng>): MapPoint[] {
  return lines.flatMap(({ badge, lateDays, from, to }) => {
    const style = mapMarkStyle(badge, lateDays)
    const [start, end] = [pointOf(from, postal), pointOf(to, postal)]
    return [
      ...(start ? [{ ...start, id, style, start: true, place: from.town, label: `${number}, nouto: ${from.town}` }] : []),
      ...(end ? [{ ...end, id, style, place: to?.town ?? '', label: `${number}, toimitus: ${to?.town}` }] : []),
    ]
  })
}

const linesOf = ({ lines }: StopOrder, postal: ReadonlyMap<string, LatLng>): (readonly [LatLng, LatLng])[] =>
  lines.flatMap(({ from, to }) => {
    const [start, end] = [pointOf(from, postal), pointOf(to, postal)]
    return start && end ? [[start, end] as const] : []
  })

type PressedProps = { orders: readonly StopOrder[]; selected: ReadonlySet<string>; onSelect?: (id: string) => void; onClose: () => void }

/** The orders at the pressed mark. */
function Pressed({ orders, selected, onSelect, onClose }: PressedProps) {
  if (orders.length === 0) return null
  return (
    <section className={classes.pressed} aria-label="Valittu paikka">
      <ActionIcon size="sm" className={classes.closePressed} aria-label="Sulje paikan tilaukset" onClick={onClose}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
      <ul>
        {orders.map((order) => (
          <li key={order.id}>
            <OrderLink order={order} />
            <OrderBadge status={order.badge} lateDays={order.lateDays} />
            <span className={classes.route}>{routeOf(order)}</span>
            {onSelect && (
              <Button variant="subtle" size="compact-sm" onClick={() => onSelect(order.id)}>
                {selected.has(order.id) ? 'Poista valinta' : 'Valitse'}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const routeOf = ({ lines: [first] }: StopOrder): string => [first?.from.town, first?.to?.town].filter(Boolean).join(' – ')
