import { Button } from '@mantine/core'
import { IconPackage, IconSquares } from '@tabler/icons-react'
import { reservations } from '#domain/entities/shipment/shipment.entity.ts'
import { useOutbox } from '#web/data/device/outbox.ts'
import { NavigateButton } from '#web/features/addresses/navigate-button.tsx'
import { deliveryPlace, pickupPlace } from '#web/features/addresses/places.ts'
import { FailureNote } from '#web/features/deliveries/failure-note.tsx'
import { goodsText } from '#web/features/orders/goods-text.ts'
import { LineBadge } from '#web/features/orders/order-badge.tsx'
import { formatMoment } from '../../kit/format.ts'
import { CallButton } from './call-button.tsx'
import classes from './driver.module.css'
import { PlaceText } from './place-parts.tsx'
import { UnsentDelay } from './report-delay.tsx'
import { type StepHandlers, StopSteps } from './stop-steps.tsx'
import { numbersOf, type Stop } from './stops.ts'
import { UnsentNote } from './unsent-note.tsx'

type Props = StepHandlers & {
  stop: Stop
  /** Its place in the order of the day: `5 / 11, noin 10.35`. */
  planned?: string
  /** When it is reached by the plan (unix seconds), 0 when it is not known. */
  arrival?: number
  onSplit: (orderIds: readonly string[]) => void
  split: boolean
}

/** One stop: where, what, whom to call, and the steps that are allowed now. */
export function StopCard({ stop, planned = '', arrival = 0, onSplit, split, ...handlers }: Props) {
  const { orders, shipments, terminal, failure } = stop
  const { now } = handlers
  const numbers = numbersOf(stop)
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
  const unsent = useOutbox().items.find(({ about }) => shipments.some(({ id }) => about.includes(id)))
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
      {planned && <p className={classes.planned}>{planned}</p>}
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
      <UnsentDelay shipments={shipments} />
      {!done && (
        <div className={classes.two}>
          {next.place.phone && <CallButton name={next.place.contact} phone={next.place.phone} />}
          <NavigateButton place={next.place} at={null} />
        </div>
      )}
      <StopSteps
        {...handlers}
        stop={stop}
        name={name}
        expected={done ? null : first.luvattu_aika || arrival}
        more={
          !split &&
          shipments.length > 1 && (
            <Button
              fullWidth
              variant="default"
              size="md"
              leftSection={<IconSquares size={20} aria-hidden />}
              onClick={() => onSplit(orders.map(({ id }) => id))}
            >
              Käsittele lähetykset erikseen
            </Button>
          )
        }
      />
    </article>
  )
}
