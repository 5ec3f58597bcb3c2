import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { progressSteps } from '#domain/entities/order/order.status.ts'
import { arrivalText, stopsText, type TrackedShipment, trackingPath } from '#domain/features/tracking/tracked-shipment.ts'
import { daysBetween, formatDate, formatTime } from '#domain/values/time/helsinki-clock.ts'
import { statusStyle } from '#web/features/orders/status-styles.ts'
import { formatMinutes, plural } from '#web/kit/format.ts'
import { headingId, Page } from '#web/kit/page/page.tsx'
import { useNow } from '#web/kit/page/use-now.ts'
import { StatusBadge } from '#web/ui/badges/status-badge.tsx'
import { CallFault } from '../../data/fault.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { nowSeconds } from '../../session/clock.ts'
import { settings } from '../../session/settings.ts'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { Section } from '../../ui/section.tsx'
import { fetchTracking, type TrackingResult } from './followed-order.ts'
import { ErrorState, NoLinkState, Waiting } from './states.tsx'
import classes from './tracking.module.css'

/** How often an open page polls (milliseconds), since visitors without a sign-in have no event stream: more often while goods are coming. */
const [pollInterval, pollComing] = [60_000, 15_000]
const isComing = ({ tila, saapuminen }: TrackedShipment): boolean =>
  tila === 'kuljetuksessa' || tila === 'myohassa' || (saapuminen !== null && daysBetween(nowSeconds(), saapuminen.alku) === 0)
/** The link has expired or never existed: polling stops. */
const leadsNowhere = (error: Error | null): boolean => error instanceof CallFault && [404, 410, 422].includes(error.status)

const title = 'Lähetyksen seuranta'

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** Focuses the heading, so that a screen reader starts with what the page is and which order it shows. */
function useFocusOnHeading(heading: string): void {
  useEffect(() => {
    if (heading !== '') document.getElementById(headingId)?.focus({ preventScroll: true })
  }, [heading])
}

/** `seuranta`: the state of an order for those who have its link. The token is in the fragment, which no server or log receives. */
export function TrackingScreen() {
  const token = useSyncExternalStore(subscribe, () => location.hash.slice(1))
  const opened = useRef('')
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery({
    queryKey: queryKeys.call(trackingPath, token),
    queryFn: async ({ signal }) => {
      const found = await fetchTracking(token, opened.current !== token, signal)
      opened.current = token
      return found
    },
    enabled: token !== '',
    refetchInterval: ({ state: { data: order, error: fault } }) =>
      !leadsNowhere(fault) && (order?.lahetykset.some(isComing) ? pollComing : pollInterval),
    refetchOnWindowFocus: ({ state }) => !leadsNowhere(state.error),
    refetchOnReconnect: ({ state }) => !leadsNowhere(state.error),
  })
  useFocusOnHeading(token === '' || leadsNowhere(error) ? 'no link' : (data?.tilaus ?? title))
  if (token === '' || leadsNowhere(error)) return <NoLink />
  if (data) return <Tracked order={data} at={dataUpdatedAt / 1000} />
  return (
    <Page focus="heading" title={title} width="narrow">
      {isPending ? (
        <Waiting />
      ) : (
        <ErrorState title="Tietoja ei saatu" text="Yritä hetken kuluttua uudestaan." retry={() => void refetch()} />
      )}
    </Page>
  )
}

function NoLink() {
  return (
    <Page focus="heading" title={title} width="narrow">
      <NoLinkState />
    </Page>
  )
}

function Tracked({ order, at }: { order: TrackingResult; at: number }) {
  const now = useNow()
  const { companyName } = settings()
  const alike = [...Map.groupBy(order.lahetykset, (shipment) => JSON.stringify(shipment)).values()]
  return (
    <Page focus="heading" title={`Tilaus ${order.tilaus}`} width="narrow">
      <Section title={title}>
        <p className={classes.facts}>
          {order.lahettaja && (
            <>
              Lähettäjä <strong>{order.lahettaja}</strong>
              <br />
            </>
          )}
          Kuljettaa <strong>{companyName || 'Kuorma'}</strong>
        </p>
        <ProgressLine steps={progressSteps} reached={order.vaihe} />
        {alike.length === 0 && (
          <p className={classes.facts}>
            Tilauksella on useita toimituspaikkoja, ja tämä linkki on tehty niille yhteisesti. Pyydä lähettäjältä oman toimituspaikkasi
            linkki, niin näet sen toimituspäivän.
          </p>
        )}
        <ul className={classes.shipments} aria-label="Lähetykset" aria-live="polite">
          {alike.map(([first, ...others]) =>
            first ? (
              <Shipment key={JSON.stringify(first)} shipment={first} count={alike.length > 1 ? others.length + 1 : 0} now={now} />
            ) : null,
          )}
        </ul>
      </Section>
      <WhomToCall driver={order.puhelin} />
      <p className={classes.foot}>
        Päivitetty klo {formatTime(at)}. Sivu päivittyy itsestään.
        {order.paattyy > 0 && ` Linkki on voimassa ${formatDate(order.paattyy - 1)} asti.`}
      </p>
    </Page>
  )
}

/** Whom to call about the delivery; nobody when the company shows no number. */
function WhomToCall({ driver }: { driver: string }) {
  const { supportPhone } = settings()
  const numbers = [
    { who: 'Kuljettaja', phone: driver },
    { who: 'Asiakaspalvelu', phone: supportPhone },
  ].filter(({ phone }) => phone !== '')
  if (numbers.length === 0) return null
  return (
    <Section title="Kysyttävää toimituksesta?">
      <ul className={classes.phones}>
        {numbers.map(({ who, phone }) => (
          <li key={who}>
            {who}{' '}
            <a className={classes.phone} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
              {phone}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

type ShipmentProps = {
  shipment: TrackedShipment
  /** The number of shipments that this part describes; 0 when it describes all. */
  count: number
  now: number
}

function Shipment({ shipment, count, now }: ShipmentProps) {
  const { tila, paikkakunta, vastaanottaja, pysahdyksia_ennen: before, myohastyminen } = shipment
  return (
    <li className={classes.shipment}>
      <div className={classes.head}>
        <StatusBadge status={statusStyle(tila)} size="lg" />
        <span>{[count > 0 ? plural(count, 'lähetys', 'lähetystä') : '', paikkakunta].filter(Boolean).join(', ')}</span>
      </div>
      <p className={classes.arrival}>{arrivalText(shipment, now)}</p>
      {myohastyminen > 0 && (
        <p className={classes.late}>Kuljettaja on ilmoittanut olevansa noin {formatMinutes(myohastyminen)} myöhässä.</p>
      )}
      {before !== null && <p className={classes.before}>{stopsText(before)}</p>}
      {vastaanottaja && (
        <p className={classes.receiver}>
          Vastaanottaja <strong>{vastaanottaja}</strong>
        </p>
      )}
    </li>
  )
}
