import { Button, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { wholeKilometres } from '#domain/values/place/distance.ts'
import { mapCredits } from '#web/features/addresses/map-credits.ts'
import { shipmentStyle } from '#web/features/orders/status-styles.ts'
import { formatCount, formatDay, formatEuros, formatKilos, formatMinutes, plural } from '#web/kit/format.ts'
import { useRootMark } from '#web/kit/page/root-mark.ts'
import { useSettings } from '#web/session/settings.ts'
import { PointMap } from '#web/ui/map/map.tsx'
import type { MapPoint } from '#web/ui/map/map-points.ts'
import { delivers, type OrderContent, totalsOf } from '../order-values.ts'
import type { Place } from '../places/place-values.ts'
import { dayOrNone } from '../timing/order-notes.ts'
import type { Leg, Road } from '../use-legs.ts'
import type { CarPlace } from './car-places.ts'
import classes from './order-summary.module.css'

/** `own`: the order's own price, for those who must know that it is not invoiced; 0 for others. */
export type JointPrice = { group: string; orders: number; hinta: number; own: number }
type SummaryProps = {
  values: Pick<OrderContent, 'nouto' | 'toimitus' | 'rows' | 'jobs' | 'toivottu_toimitus'>
  /** Shown when it is not 0 (rules/access.md#prices: customers see a confirmed price). */
  price: number
  /** For an order in a group: the joint price that is paid instead. */
  joint?: JointPrice | null
  /** The legs between the places of the order's goods. */
  legs: readonly Leg[]
  /** Where the cars that carry it were last. */
  cars?: readonly CarPlace[]
  /** Shown under the price: the administrator's fields. */
  children?: ReactNode
  /** With buttons, the summary is shown on a phone too, as a bar at the bottom. */
  buttons?: ReactNode
}

/** `noin 163 km` */
const roughKilometres = (road: Road): string => `noin ${formatCount(wholeKilometres(road))}\u00a0km`
/** Rounded to five minutes. */
const roughTime = ({ seconds }: Road): string => `noin ${formatMinutes(Math.max(5, Math.round(seconds / 300) * 5))}`

/** The summary beside the form: the order in a few lines, and its buttons. */
export function OrderSummary({ values, price, joint = null, legs, cars = [], children, buttons }: SummaryProps) {
  const [open, setOpen] = useState(false)
  useRootMark('data-summary-bar', buttons !== undefined && buttons !== null)
  const facts = useId()
  const { nouto, toimitus, rows, jobs } = values
  const wishedDay = dayOrNone(values.toivottu_toimitus)
  const { pieces, kilos } = totalsOf(rows)
  const paid = joint ? joint.hinta : price
  const route = delivers(values)
    ? `${endText(nouto, 'Nouto', 'noutopaikkaa')} → ${endText(toimitus, 'Toimitus', 'osoitetta')}`
    : endText(nouto, 'Tuntityö', 'paikkaa')
  const [first] = legs
  const road = legs.length === 1 ? (first?.road ?? null) : null
  const short = [
    rows.length > 0 && plural(pieces, 'kolli', 'kollia'),
    kilos > 0 && formatKilos(kilos),
    wishedDay > 0 && formatDay(wishedDay).replace(' ', '\u00a0'),
  ]
  return (
    <section className={classes.summary} aria-label="Yhteenveto" data-bar={buttons ? true : undefined} data-open={open || undefined}>
      {buttons && (
        <UnstyledButton className={classes.summaryToggle} aria-expanded={open} aria-controls={facts} onClick={() => setOpen(!open)}>
          <span>
            <strong>{open ? 'Yhteenveto' : route}</strong>
            {!open && (
              <span>
                {[paid > 0 && `${formatEuros(paid)} (alv 0 %)`, road && roughKilometres(road), ...short].filter(Boolean).join(' · ')}
              </span>
            )}
          </span>
          <IconChevronUp size={18} aria-hidden />
        </UnstyledButton>
      )}
      <RouteMap legs={legs} cars={cars} everywhere={!buttons} />
      <div id={facts} className={classes.summaryFacts}>
        <div className={classes.summaryLine}>
          <strong>{route}</strong>
          {road && <strong>{roughKilometres(road)}</strong>}
        </div>
        {road && (
          <div className={classes.summaryLine}>
            <span>Ajoaika</span>
            <span>{roughTime(road)}</span>
          </div>
        )}
        {legs.length > 1 &&
          legs.map((leg) => (
            <div key={`${leg.from.key} ${leg.to.key}`} className={classes.summaryLine}>
              <span>{`${leg.from.postitmp || 'Nouto'} → ${leg.to.postitmp || 'Toimitus'}`}</span>
              {leg.road && <span>{roughKilometres(leg.road)}</span>}
            </div>
          ))}
        {cars.map(({ driver, car, place, time }) => (
          <div key={driver} className={classes.summaryLine}>
            <span>{car} viimeksi</span>
            <strong>
              {place}, {time}
            </strong>
          </div>
        ))}
        {rows.length > 0 && (
          <div className={classes.summaryLine}>
            <span>{plural(pieces, 'kolli', 'kollia')}</span>
            <strong>{formatKilos(kilos)}</strong>
          </div>
        )}
        {jobs.length > 0 && (
          <div className={classes.summaryLine}>
            <span>{rows.length > 0 ? plural(jobs.length, 'lisätyö', 'lisätyötä') : plural(jobs.length, 'tuntityö', 'tuntityötä')}</span>
          </div>
        )}
        <div className={classes.summaryLine}>
          <span>{delivers(values) ? 'Toimitus' : 'Päivä'}</span>
          <strong>{wishedDay > 0 ? formatDay(wishedDay) : 'ei toivetta'}</strong>
        </div>
        {paid > 0 && (
          <div className={classes.price}>
            <span>{joint ? 'Yhteishinta, alv 0 %' : 'Hinta, alv 0 %'}</span>
            <span>{formatEuros(paid)}</span>
          </div>
        )}
        {joint && <p className={classes.joint}>{jointText(joint)}</p>}
        {children}
      </div>
      {buttons && <div className={classes.summaryButtons}>{buttons}</div>}
    </section>
  )
}

export function jointText({ group, orders, hinta, own }: JointPrice): string {
  const all = `Ryhmän ${group} tilaukset (${orders}) laskutetaan yhdellä hinnalla${hinta > 0 ? '' : ', jota ei ole vielä annettu'}.`
  return own > 0 ? `${all} Tämän tilauksen omaa hintaa ${formatEuros(own)} ei laskuteta.` : all
}

const stopStyle = shipmentStyle('odottaa_noutoa')
const carStyle = shipmentStyle('kuljetuksessa')

/** The town of the only place, or the number of places. */
const endText = (places: readonly Place[], unknown: string, several: string): string =>
  places.length > 1 ? `${places.length} ${several}` : places[0]?.postitmp || unknown

type RouteMapProps = { legs: readonly Leg[]; cars: readonly CarPlace[]; everywhere: boolean }

/** Every pickup and delivery, and the cars, on a map; unless `everywhere`, only where there is room beside the form. */
function RouteMap({ legs, cars, everywhere }: RouteMapProps) {
  const wide = useMediaQuery('(min-width: 62em)', false, { getInitialValueInEffect: false })
  const { mapTiles, mapAttribution } = useSettings()
  const known = legs.flatMap(({ from, to, road }) => (road ? [{ from, to, road }] : []))
  const points: MapPoint[] = known.flatMap(({ from, to, road }) => [
    { ...road.from, id: `nouto ${from.key}`, style: stopStyle, start: true, place: from.postitmp, label: `Nouto: ${from.postitmp}` },
    { ...road.to, id: `toimitus ${to.key}`, style: stopStyle, place: to.postitmp, label: `Toimitus: ${to.postitmp}` },
  ])
  for (const { driver, car, place, time, at } of cars)
    if (at) points.push({ ...at, id: `auto ${driver}`, style: carStyle, place: car, label: `${car}: ${place}, ${time}` })
  const stops = useSame([...new Map(points.map((point) => [point.id, point])).values()])
  const lines = useSame(known.map(({ road }) => [road.from, road.to] as const))
  if (!(wide || everywhere) || known.length === 0) return null
  const towns = known.map(({ from, to }) => `${from.postitmp} – ${to.postitmp}`).join(', ')
  return (
    <div className={classes.summaryMap}>
      <PointMap
        label={`Reitti kartalla: ${towns}`}
        points={stops}
        lines={lines}
        tiles={mapTiles}
        attribution={mapAttribution}
        credits={mapCredits}
        inPage
      />
    </div>
  )
}

/** Returns the same object while its content is equal, so that typing does not render the map again. */
function useSame<T>(value: T): T {
  const [previous, setPrevious] = useState(value)
  if (previous === value || JSON.stringify(previous) === JSON.stringify(value)) return previous
  setPrevious(value)
  return value
}

type NewProps = { saving: 'open' | 'again' | null; onSave: (then: 'open' | 'again') => void }

export function NewOrderButtons({ saving, onSave }: NewProps) {
  return (
    <>
      <Button
        size="md"
        title="Ctrl + Enter"
        aria-keyshortcuts="Control+Enter"
        loading={saving === 'open'}
        disabled={saving === 'again'}
        onClick={() => onSave('open')}
      >
        Tilaa
      </Button>
      <Button variant="default" loading={saving === 'again'} disabled={saving === 'open'} onClick={() => onSave('again')}>
        Tilaa ja tee uusi
      </Button>
    </>
  )
}
