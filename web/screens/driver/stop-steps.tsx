import { Button } from '@mantine/core'
import { IconAlertTriangle, IconFileText, IconSignature } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type ShipmentState, type StateActor, shipmentStates } from '#domain/entities/order/order.states.ts'
import { useOutbox } from '#web/data/device/outbox.ts'
import { deliveryPlace } from '#web/features/addresses/places.ts'
import { CountedPieces } from '#web/features/deliveries/counted-pieces.tsx'
import type { Failure } from '#web/features/deliveries/failed-delivery.ts'
import { FailedDeliveryDialog } from '#web/features/deliveries/failed-delivery-dialog.tsx'
import type { Counts } from '#web/features/deliveries/state-step.ts'
import { TerminalDialog } from '#web/features/deliveries/terminal-dialog.tsx'
import { goodsText } from '#web/features/orders/goods-text.ts'
import { useShipmentTable } from '#web/features/orders/shipment-table.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import type { Shipment } from './driver-queries.ts'
import { PickupPhoto } from './pickup-photo.tsx'
import { ReportDelay } from './report-delay.tsx'
import { type FirstPress, StepButtons } from './step-buttons.tsx'
import { goingBack, type Steps, type Stop, shipmentSteps, stepLabel } from './stops.ts'
import type { FailedAttempt, StateStep } from './use-steps.ts'

export type StepHandlers = {
  actor: StateActor
  now: number
  onStep: (step: StateStep) => void
  /** Reports why nothing was received; rejects when it could not be stored. */
  onFail: (tried: FailedAttempt, failure: Failure) => Promise<void>
}

type Props = StepHandlers & {
  stop: Stop
  /** What the stop is called in messages and accessible names. */
  name: string
  /** When the goods were expected (unix seconds), 0 when it is not known; null when a delay cannot be reported any more. */
  expected: number | null
  /** The steps that are shown of those that the table allows. */
  only?: (steps: Steps<ShipmentState>) => Steps<ShipmentState>
  /** Pressed before the next step: a task of the working day. */
  first?: FirstPress | null
  /** The day has not been started. */
  isAhead?: boolean
  /** Other actions, shown with the rarer steps. */
  more?: ReactNode
}

/** The steps of shipments that are handled together, with the dialogs that some of them open. */
export function StopSteps({ stop, name, expected, only = (steps) => steps, first = null, isAhead = false, more, ...handlers }: Props) {
  const { actor, now, onStep, onFail } = handlers
  const navigate = useNavigate()
  const table = useShipmentTable()
  const [asking, setAsking] = useState<'terminal' | 'failure' | null>(null)
  const [counts, setCounts] = useState<Counts>({})
  const { orders, shipments } = stop
  const [{ tila: from }] = shipments
  const done = from === 'toimitettu' || from === 'peruutettu'
  const context = { now, table }
  const unsent = useOutbox().items.some(({ about }) => shipments.some(({ id }) => about.includes(id)))
  // No steps while a signature waits to be sent.
  const steps = unsent ? { main: [], other: [], back: [] } : only(shipmentSteps(stop, actor, context))
  const deliverable = steps.main.some(({ to }) => to === 'toimitettu')
  const of = `${name}, ${goodsText(shipments)}`

  const countable = from === 'odottaa_noutoa' && steps.main.some(({ to }) => to === 'kuljetuksessa')
  const counted = countable ? shipments.flatMap(({ id, maara }) => (counts[id] === undefined ? [] : `${counts[id]}/${maara}`)) : []

  type Further = { rows?: readonly Shipment[]; values?: { nykyinen_osoite?: string | null }; reason?: string }
  const goTo = (to: ShipmentState, toast: string, { rows = shipments, values = {}, reason = '' }: Further = {}) =>
    onStep({ name: 'lahetys', rows, from, to, actor, reason, values, toast, ...(counted.length > 0 ? { counts } : {}) })
  const sign = () => {
    // Only what is left at this door: the orders' other stops have other receivers.
    const [{ id: tilausId }, ...others] = orders
    const lahetykset = shipments.map(({ id }) => id).join(',')
    const search = others.length > 0 ? { lahetykset, tilaukset: others.map(({ id }) => id).join(',') } : { lahetykset }
    void navigate({ to: '/kuittaa/$tilausId', params: { tilausId }, search })
  }

  return (
    <>
      <StepButtons<ShipmentState>
        steps={steps}
        of={name}
        first={first}
        isAhead={isAhead}
        labelOf={(step) => stepLabel(shipments[0], step)}
        onStep={(step, reason) => {
          const { to, action } = step
          if (to === 'toimitettu') sign()
          else if (to === 'siirretty') setAsking('terminal')
          else if (step.back) goTo(to, `Kumottu: ${name}`, { rows: goingBack(stop, step, actor, context), reason })
          else goTo(to, `${[done || to === 'peruutettu' ? shipmentStates[to] : action, ...counted].join(' ')}: ${name}`, { reason })
        }}
        more={
          <>
            {expected !== null && <ReportDelay shipments={shipments} of={of} expected={expected} />}
            {!done && <PickupPhoto shipments={shipments} of={name} />}
            {countable && <PickupCounts shipments={shipments} counts={counts} onCounts={setCounts} />}
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
            {more}
            {orders.map(({ id, tunniste }) => (
              <OrderLinks key={id} id={id} of={orders.length > 1 ? ` ${tunniste}` : ''} delivered={from === 'toimitettu'} />
            ))}
          </>
        }
      />
      <TerminalDialog
        opened={asking === 'terminal'}
        of={of}
        onClose={() => setAsking(null)}
        onChosen={(nykyinen_osoite) => {
          setAsking(null)
          goTo('siirretty', 'Siirretty terminaaliin', { values: { nykyinen_osoite } })
        }}
      />
      <FailedDeliveryDialog
        name={`toimituspoikkeama.${shipments.map(({ id }) => id).join('.')}`}
        opened={asking === 'failure'}
        located
        of={of}
        onClose={() => setAsking(null)}
        onReported={async (failure) => {
          await onFail({ shipments, name, actor }, failure)
          setAsking(null)
        }}
      />
    </>
  )
}

type CountsProps = { shipments: readonly Shipment[]; counts: Counts; onCounts: (counts: Counts) => void }

/** The pieces that are picked up, where they differ from the ordered ones. */
function PickupCounts({ shipments, counts, onCounts }: CountsProps) {
  // Where goods for several doors are fetched at once, each is told by its receiver.
  const nameOf = (shipment: Shipment): string =>
    [shipments.length > 1 ? deliveryPlace(shipment).name : '', goodsText([shipment])].filter(Boolean).join(', ')
  return shipments
    .filter(({ maara }) => maara > 1)
    .map((shipment) => (
      <CountedPieces
        key={shipment.id}
        of={nameOf(shipment)}
        isNamed
        ordered={shipment.maara}
        count={counts[shipment.id]}
        onChange={(count) => {
          const { [shipment.id]: _before, ...others } = counts
          onCounts(count === undefined ? others : { ...others, [shipment.id]: count })
        }}
      />
    ))
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
