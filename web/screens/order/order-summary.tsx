import { Button, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { wholeKilometres } from '#domain/values/distance.ts'
import { formatCount, formatDay, formatEuros, formatKilos, formatMinutes, plural } from '../../kit/format.ts'
import { shipmentLook } from '../../kit/status-looks.ts'
import { settings } from '../../session/config.ts'
import { PointMap } from '../../ui/map.tsx'
import classes from './order-summary.module.css'
import { dayOrNone, delivers, type OrderContent, totalsOf } from './order-values.ts'
import type { Road } from './use-road.ts'

/** `own`: the order's own price, to those who are to know that it is not invoiced; 0 to others. */
export type JointPrice = { group: string; orders: number; hinta: number; own: number }
type SummaryProps = {
  values: Pick<OrderContent, 'nouto' | 'toimitus' | 'rows' | 'jobs' | 'toivottu_toimitus'>
  /** Shown once there is one (RULES section 2: customers see a confirmed price). */
  price: number
  /** Of an order in a group: what is paid for all of them instead. */
  joint?: JointPrice | null
  road: Road | null
  /** Under the price: what an administrator types. */
  children?: ReactNode
  /** With buttons it stays in sight on a phone too, as a bar at the bottom. */
  buttons?: ReactNode
}

/** `noin 163 km` */
const roughKilometres = (road: Road): string => `noin ${formatCount(wholeKilometres(road))}\u00a0km`
/** To five minutes. */
const roughTime = ({ seconds }: Road): string => `noin ${formatMinutes(Math.max(5, Math.round(seconds / 300) * 5))}`

/** What stays in sight beside the form: the whole order in a few lines, and its buttons. */
export function OrderSummary({ values, price, joint = null, road, children, buttons }: SummaryProps) {
  const [open, setOpen] = useState(false)
  const facts = useId()
  const { nouto, toimitus, rows, jobs } = values
  const wish = dayOrNone(values.toivottu_toimitus)
  const { pieces, kilos } = totalsOf(rows)
  const paid = joint ? joint.hinta : price
  const route = delivers(values) ? `${nouto.postitmp || 'Nouto'} → ${toimitus.postitmp || 'Toimitus'}` : nouto.postitmp || 'Tuntityö'
  const short = [
    rows.length > 0 && plural(pieces, 'kolli', 'kollia'),
    kilos > 0 && formatKilos(kilos),
    wish > 0 && formatDay(wish).replace(' ', '\u00a0'),
  ]
  return (
    <section className={classes.summary} aria-label="Yhteenveto" data-bar={buttons ? true : undefined} data-open={open || undefined}>
      {buttons && (
        <UnstyledButton className={classes.summaryToggle} aria-expanded={open} aria-controls={facts} onClick={() => setOpen(!open)}>
          <span>
            <strong>{open ? 'Yhteenveto' : route}</strong>
            {!open && <span>{[paid > 0 && formatEuros(paid), road && roughKilometres(road), ...short].filter(Boolean).join(' · ')}</span>}
          </span>
          <IconChevronUp size={18} aria-hidden />
        </UnstyledButton>
      )}
      {road && delivers(values) && <RouteMap road={road} from={nouto.postitmp} to={toimitus.postitmp} />}
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
          <strong>{wish > 0 ? formatDay(wish) : 'ei toivetta'}</strong>
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

const stopLook = shipmentLook('odottaa_noutoa')

/** The way on a map, where there is room for one beside the form. */
function RouteMap({ road, from, to }: { road: Road; from: string; to: string }) {
  const wide = useMediaQuery('(min-width: 62em)', false, { getInitialValueInEffect: false })
  const { mapTiles, mapAttribution } = settings()
  const points = useMemo(
    () => [
      { ...road.from, id: 'nouto', look: stopLook, start: true, place: from, label: `Nouto: ${from}` },
      { ...road.to, id: 'toimitus', look: stopLook, place: to, label: `Toimitus: ${to}` },
    ],
    [road, from, to],
  )
  const lines = useMemo(() => [[road.from, road.to]] as const, [road])
  if (!wide) return null
  return (
    <div className={classes.summaryMap}>
      <PointMap label={`Reitti kartalla: ${from} – ${to}`} points={points} lines={lines} tiles={mapTiles} attribution={mapAttribution} />
    </div>
  )
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
