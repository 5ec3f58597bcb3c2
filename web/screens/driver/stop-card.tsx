import { Button } from '@mantine/core'
import { IconAlertTriangle, IconFileText, IconPackage, IconSignature, IconSquares } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type ShipmentState, type StateActor, shipmentStates } from '#domain/entities/order/order.states.ts'
import { lineBadge } from '#domain/entities/order/order.status.ts'
import { reservations } from '#domain/entities/shipment/shipment.entity.ts'
import type { Failure } from '../../kit/failed-delivery.ts'
import { FailedDeliveryDialog } from '../../kit/failed-delivery-dialog.tsx'
import { FailureNote } from '../../kit/failure-note.tsx'
import { formatMoment } from '../../kit/format.ts'
import { goodsText } from '../../kit/goods-text.ts'
import { OrderBadge } from '../../kit/order-badge.tsx'
import { deliveryPlace, pickupPlace } from '../../kit/places.ts'
import { shipmentTable } from '../../kit/shipment-table.ts'
import { TerminalDialog } from '../../kit/terminal-dialog.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import classes from './driver.module.css'
import { PlaceActions, PlaceText } from './place-parts.tsx'
import { StepButtons } from './step-buttons.tsx'
import { type Stop, shipmentSteps } from './stops.ts'
import type { Deed, Tried } from './use-steps.ts'

type Props = {
  stop: Stop
  actor: StateActor
  now: number
  onDeed: (deed: Deed) => void
  settling: boolean
  onSplit: (orderId: string) => void
  /** Tells why nothing was taken in; throws what stopped it from being stored. */
  onFail: (tried: Tried, failure: Failure) => Promise<void>
  split: boolean
}

/** One stop: where, what, whom to call, and the steps that are allowed now. */
export function StopCard({ stop, actor, now, onDeed, settling, onSplit, onFail, split }: Props) {
  const navigate = useNavigate()
  const { order, shipments, terminal, failure } = stop
  const [asking, setAsking] = useState<'terminal' | 'failure' | null>(null)
  const [first] = shipments
  const pickup = { kind: 'Nouto', place: pickupPlace(first) }
  const delivery = { kind: 'Toimitus', place: deliveryPlace(first) }
  const waits = first.tila === 'odottaa_noutoa'
  const done = first.tila === 'toimitettu' || first.tila === 'peruutettu'
  const from = terminal && first.tila === 'siirretty' ? { kind: 'Nouto terminaalista', place: terminal } : pickup
  const fetched = waits || from !== pickup
  const [next, further] = fetched ? [from, delivery] : [delivery, done ? undefined : pickup]
  const name = next.place.name || order.tunniste
  const texts = [...new Set(shipments.map(({ kuvaus }) => kuvaus).filter(Boolean))]
  const booked = [...new Set(shipments.flatMap(({ varauma }) => (varauma === '' ? [] : reservations[varauma])))]
  const messages = [...new Set(shipments.map(({ viesti }) => viesti).filter(Boolean))]
  const references = [...new Set(shipments.map(({ viite }) => viite).filter(Boolean))]
  const steps = shipmentSteps(stop, actor, { now, table: shipmentTable() })
  const deliverable = steps.main.some(({ to }) => to === 'toimitettu')
  const goTo = (to: ShipmentState, told: string, reason: string, along: { nykyinen_osoite?: string | null } = {}) =>
    onDeed({
      name: 'lahetys',
      rows: shipments,
      from: first.tila,
      to,
      actor,
      reason,
      along,
      told: to === 'siirretty' ? told : `${told}: ${name}`,
    })
  const small = [...texts, ...booked, references.length > 0 ? `Viite ${references.join(', ')}` : ''].filter(Boolean).join(' · ')

  return (
    <article className={classes.stop} aria-label={`${order.tunniste}, ${name}`}>
      <div className={classes.head}>
        <OrderBadge status={lineBadge(order.tilauksen_tila, first, now, 'staff')} size="lg" />
        <span className={classes.number}>{order.tunniste}</span>
      </div>
      <PlaceText {...next} further={further} />
      <div className={classes.goods}>
        <IconPackage size={20} stroke={1.8} aria-hidden />
        <span>{goodsText(shipments)}</span>
        {small && <small>{small}</small>}
      </div>
      {messages.map((message) => (
        <p key={message} className={classes.note}>
          {message}
        </p>
      ))}
      {done && first.timestamp_toimitettu > 0 && <p className={classes.address}>Toimitettu {formatMoment(first.timestamp_toimitettu)}</p>}
      {failure && <FailureNote failure={failure} />}
      {!done && <PlaceActions place={next.place} />}
      <StepButtons
        steps={steps}
        of={name}
        settling={settling}
        onStep={({ to, action }, reason) => {
          if (to === 'toimitettu') {
            // What is left at this door: the order's other stops have other receivers.
            const search = { lahetykset: shipments.map(({ id }) => id).join(',') }
            void navigate({ to: '/kuittaa/$tilausId', params: { tilausId: order.id }, search })
          } else if (to === 'siirretty') setAsking('terminal')
          else goTo(to, done || to === 'peruutettu' ? shipmentStates[to] : action, reason)
        }}
        more={
          <>
            {deliverable && (
              <Button
                fullWidth
                variant="default"
                size="md"
                leftSection={<IconAlertTriangle size={20} aria-hidden />}
                onClick={() => setAsking('failure')}
              >
                Toimitus ei onnistunut
              </Button>
            )}
            {!split && shipments.length > 1 && (
              <Button
                fullWidth
                variant="default"
                size="md"
                leftSection={<IconSquares size={20} aria-hidden />}
                onClick={() => onSplit(order.id)}
              >
                Käsittele lähetykset erikseen
              </Button>
            )}
            <LinkButton
              to="/tilaus/$id/rahtikirja"
              params={{ id: order.id }}
              fullWidth
              variant="default"
              size="md"
              leftSection={<IconFileText size={20} aria-hidden />}
            >
              Rahtikirja
            </LinkButton>
            {first.tila === 'toimitettu' && (
              <LinkButton
                to="/kuittaa/$tilausId"
                params={{ tilausId: order.id }}
                fullWidth
                variant="default"
                size="md"
                leftSection={<IconSignature size={20} aria-hidden />}
              >
                Näytä kuittaus
              </LinkButton>
            )}
          </>
        }
      />
      <TerminalDialog
        opened={asking === 'terminal'}
        of={`${name}, ${goodsText(shipments)}`}
        onClose={() => setAsking(null)}
        onChosen={(nykyinen_osoite) => {
          setAsking(null)
          goTo('siirretty', 'Siirretty terminaaliin', '', { nykyinen_osoite })
        }}
      />
      <FailedDeliveryDialog
        name={`toimituspoikkeama.${shipments.map(({ id }) => id).join('.')}`}
        opened={asking === 'failure'}
        located
        of={`${name}, ${goodsText(shipments)}`}
        onClose={() => setAsking(null)}
        onTold={async (told) => {
          await onFail({ shipments, name, actor }, told)
          setAsking(null)
        }}
      />
    </article>
  )
}
