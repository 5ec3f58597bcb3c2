import { Button } from '@mantine/core'
import { IconAlertTriangle, IconFileText, IconPackage, IconSignature, IconSquares } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type ShipmentState, type StateActor, shipmentStates } from '#domain/entities/order/order.states.ts'
import { reservations } from '#domain/entities/shipment/shipment.entity.ts'
import { useOutbox } from '#web/data/device/outbox.ts'
import { PlaceActions } from '#web/features/addresses/place-actions.tsx'
import { deliveryPlace, pickupPlace } from '#web/features/addresses/places.ts'
import type { Failure } from '#web/features/deliveries/failed-delivery.ts'
import { FailedDeliveryDialog } from '#web/features/deliveries/failed-delivery-dialog.tsx'
import { FailureNote } from '#web/features/deliveries/failure-note.tsx'
import { TerminalDialog } from '#web/features/deliveries/terminal-dialog.tsx'
import { goodsText } from '#web/features/orders/goods-text.ts'
import { LineBadge } from '#web/features/orders/order-badge.tsx'
import { useShipmentTable } from '#web/features/orders/shipment-table.ts'
import { formatMoment } from '../../kit/format.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import classes from './driver.module.css'
import type { Shipment } from './driver-queries.ts'
import { PlaceText } from './place-parts.tsx'
import { StepButtons } from './step-buttons.tsx'
import { goingBack, numbersOf, type Stop, shipmentSteps } from './stops.ts'
import { UnsentNote } from './unsent-note.tsx'
import type { FailedAttempt, StateStep } from './use-steps.ts'

type Props = {
  stop: Stop
  actor: StateActor
  now: number
  onStep: (step: StateStep) => void
  settling: boolean
  onSplit: (orderIds: readonly string[]) => void
  /** Reports why nothing was received; rejects when it could not be stored. */
  onFail: (tried: FailedAttempt, failure: Failure) => Promise<void>
  split: boolean
}

/** One stop: where, what, whom to call, and the steps that are allowed now. */
export function StopCard({ stop, actor, now, onStep, settling, onSplit, onFail, split }: Props) {
  const navigate = useNavigate()
  const table = useShipmentTable()
  const { orders, shipments, terminal, failure } = stop
  const numbers = numbersOf(stop)
  const [asking, setAsking] = useState<'terminal' | 'failure' | null>(null)
  const [first] = shipments
  const pickup = { kind: 'Nouto', place: pickupPlace(first) }
  const delivery = { kind: 'Toimitus', place: deliveryPlace(first) }
  const waits = first.tila === 'odottaa_noutoa'
  const done = first.tila === 'toimitettu' || first.tila === 'peruutettu'
  const from = terminal && first.tila === 'siirretty' ? { kind: 'Nouto terminaalista', place: terminal } : pickup
  const fetched = waits || from !== pickup
  const [next, further] = fetched ? [from, delivery] : [delivery, done ? undefined : pickup]
  const name = next.place.name || numbers
  const texts = [...new Set(shipments.map(({ kuvaus }) => kuvaus).filter(Boolean))]
  const booked = [...new Set(shipments.flatMap(({ varauma }) => (varauma === '' ? [] : reservations[varauma])))]
  const messages = [...new Set(shipments.map(({ viesti }) => viesti).filter(Boolean))]
  const references = [...new Set(shipments.map(({ viite }) => viite).filter(Boolean))]
  const context = { now, table }
  const steps = shipmentSteps(stop, actor, context)
  const unsent = useOutbox().items.find(({ about }) => shipments.some(({ id }) => about.includes(id)))
  const deliverable = !unsent && steps.main.some(({ to }) => to === 'toimitettu')
  type Further = { rows?: readonly Shipment[]; values?: { nykyinen_osoite?: string | null } }
  const goTo = (to: ShipmentState, toast: string, reason: string, { rows = shipments, values = {} }: Further = {}) =>
    onStep({
      name: 'lahetys',
      rows,
      from: first.tila,
      to,
      actor,
      reason,
      values,
      toast: to === 'siirretty' ? toast : `${toast}: ${name}`,
    })
  const small = [...texts, ...booked, references.length > 0 ? `Viite ${references.join(', ')}` : ''].filter(Boolean).join(' · ')

  return (
    <article className={classes.stop} aria-label={`${numbers}, ${name}`}>
      <div className={classes.head}>
        <LineBadge order={orders[0].tilauksen_tila} line={first} now={now} size="lg" />
        <span className={classes.number}>
          {orders.map(({ id, tunniste }, index) => (
            <span key={id}>
              {tunniste}
              {index < orders.length - 1 && ', '}
            </span>
          ))}
        </span>
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
      {unsent && <UnsentNote item={unsent} />}
      {!done && <PlaceActions place={next.place} />}
      <StepButtons
        // No steps while a signature waits to be sent.
        steps={unsent ? { main: [], other: [], back: [] } : steps}
        of={name}
        settling={settling}
        onStep={(step, reason) => {
          const { to, action } = step
          if (to === 'toimitettu') {
            // Only what is left at this door: the orders' other stops have other receivers.
            const [{ id: tilausId }, ...others] = orders
            const lahetykset = shipments.map(({ id }) => id).join(',')
            const search = others.length > 0 ? { lahetykset, tilaukset: others.map(({ id }) => id).join(',') } : { lahetykset }
            void navigate({ to: '/kuittaa/$tilausId', params: { tilausId }, search })
          } else if (to === 'siirretty') setAsking('terminal')
          else if (step.back) goTo(to, 'Kumottu', reason, { rows: goingBack(stop, step, actor, context) })
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
                onClick={() => onSplit(orders.map(({ id }) => id))}
              >
                Käsittele lähetykset erikseen
              </Button>
            )}
            {orders.map(({ id, tunniste }) => (
              <OrderLinks key={id} id={id} of={orders.length > 1 ? ` ${tunniste}` : ''} delivered={first.tila === 'toimitettu'} />
            ))}
          </>
        }
      />
      <TerminalDialog
        opened={asking === 'terminal'}
        of={`${name}, ${goodsText(shipments)}`}
        onClose={() => setAsking(null)}
        onChosen={(nykyinen_osoite) => {
          setAsking(null)
          goTo('siirretty', 'Siirretty terminaaliin', '', { values: { nykyinen_osoite } })
        }}
      />
      <FailedDeliveryDialog
        name={`toimituspoikkeama.${shipments.map(({ id }) => id).join('.')}`}
        opened={asking === 'failure'}
        located
        of={`${name}, ${goodsText(shipments)}`}
        onClose={() => setAsking(null)}
        onReported={async (toast) => {
          await onFail({ shipments, name, actor }, toast)
          setAsking(null)
        }}
      />
    </article>
  )
}

/** The waybills of one of the stop's orders; `of` names it where there are several. */
function OrderLinks({ id, of, delivered }: { id: string; of: string; delivered: boolean }) {
  const style = { fullWidth: true, variant: 'default', size: 'md' } as const
  return (
    <>
      <LinkButton to="/tilaus/$id/rahtikirja" params={{ id }} {...style} leftSection={<IconFileText size={20} aria-hidden />}>
        Rahtikirja{of}
      </LinkButton>
      {delivered && (
        <LinkButton to="/kuittaa/$tilausId" params={{ tilausId: id }} {...style} leftSection={<IconSignature size={20} aria-hidden />}>
          Näytä kuittaus{of}
        </LinkButton>
      )}
    </>
  )
}
