import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import type { z } from 'zod'
import { followOrderCall } from '#domain/calls/order-tracking.ts'
import { progressSteps } from '#domain/entities/order/order.status.ts'
import { arrivalText, type TrackedShipment, trackingDays } from '#domain/tracking/tracked-order.ts'
import { ask } from '../../data/api-call.ts'
import { CallFault } from '../../data/fault.ts'
import { queryKeys } from '../../data/query-keys.ts'
import { formatDate, formatTime, plural } from '../../kit/format.ts'
import { OrderBadge } from '../../kit/order-badge.tsx'
import { Page } from '../../kit/page.tsx'
import { useNow } from '../../kit/use-now.ts'
import { settings } from '../../session/config.ts'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { Section } from '../../ui/section.tsx'
import { EmptyState, ErrorState, SectionSkeleton } from '../../ui/states.tsx'
import classes from './tracking.module.css'

type Followed = z.output<typeof followOrderCall.output>

/** How often an open page looks for news, in milliseconds. A stranger has no event stream. */
const lookAgain = 60_000
const handled = [0, 401, 404, 410, 422, 429, 500, 503]
/** The link has ended, or never was one: there is nothing more to ask. */
const leadsNowhere = (error: Error | null): boolean => error instanceof CallFault && [404, 410, 422].includes(error.status)

const title = 'Lähetyksen seuranta'

/** `seuranta`: how an order is getting on, for whoever holds its link. The token stands behind the #, where no server or log sees it. */
export function TrackingScreen() {
  const token = useLocation({ select: ({ hash }) => hash })
  const opened = useRef('')
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery({
    queryKey: queryKeys.call(followOrderCall.path, token),
    queryFn: async ({ signal }) => {
      const found = await ask(followOrderCall, { tunnus: token, avaus: opened.current !== token }, { signal, quiet: handled })
      opened.current = token
      return found
    },
    enabled: token !== '',
    refetchInterval: ({ state }) => (leadsNowhere(state.error) ? false : lookAgain),
    refetchOnWindowFocus: ({ state }) => !leadsNowhere(state.error),
    refetchOnReconnect: ({ state }) => !leadsNowhere(state.error),
  })
  if (token === '' || leadsNowhere(error)) return <NoLink />
  if (data) return <Tracked order={data} at={dataUpdatedAt / 1000} />
  return (
    <Page title={title} width="narrow">
      {isPending ? <SectionSkeleton lines={5} /> : <ErrorState retry={() => void refetch()} />}
    </Page>
  )
}

function NoLink() {
  return (
    <Page title={title} width="narrow">
      <EmptyState title="Seurantalinkki ei ole voimassa">
        Linkki päättyy {trackingDays} päivää toimituksen jälkeen, tai sen lähettäjä on poistanut sen käytöstä. Kysy lisää lähetyksesi
        lähettäjältä.
      </EmptyState>
    </Page>
  )
}

function Tracked({ order, at }: { order: Followed; at: number }) {
  const now = useNow()
  const { companyName } = settings()
  const alike = [...Map.groupBy(order.lahetykset, (shipment) => JSON.stringify(shipment)).values()]
  return (
    <Page title={`Tilaus ${order.tilaus}`} width="narrow">
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
        <ul className={classes.shipments} aria-label="Lähetykset" aria-live="polite">
          {alike.map(([first, ...others]) =>
            first ? (
              <Shipment key={JSON.stringify(first)} shipment={first} count={alike.length > 1 ? others.length + 1 : 0} now={now} />
            ) : null,
          )}
        </ul>
      </Section>
      <p className={classes.foot}>
        Päivitetty klo {formatTime(at)}. Sivu päivittyy itsestään.
        {order.paattyy > 0 && ` Linkki on voimassa ${formatDate(order.paattyy - 1)} asti.`}
      </p>
    </Page>
  )
}

type ShipmentProps = {
  shipment: TrackedShipment
  /** How many shipments this tells of; 0 when it tells of all. */
  count: number
  now: number
}

function Shipment({ shipment, count, now }: ShipmentProps) {
  const { tila, paikkakunta, vastaanottaja } = shipment
  return (
    <li className={classes.shipment}>
      <div className={classes.head}>
        <OrderBadge status={tila} size="lg" />
        <span>{[count > 0 ? plural(count, 'lähetys', 'lähetystä') : '', paikkakunta].filter(Boolean).join(', ')}</span>
      </div>
      <p className={classes.arrival}>{arrivalText(shipment, now)}</p>
      {vastaanottaja && (
        <p className={classes.receiver}>
          Vastaanottaja <strong>{vastaanottaja}</strong>
        </p>
      )}
    </li>
  )
}
