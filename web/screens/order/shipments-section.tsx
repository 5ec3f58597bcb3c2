import { Button, Select, Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import { maySee } from '#domain/access.ts'
import { type ShipmentState, shipmentTransitions, type Transition } from '#domain/entities/order/order.states.ts'
import { audienceOf, lineBadge } from '#domain/entities/order/order.status.ts'
import { allowedTransitions, stateActorOf } from '#domain/entities/order/order.transitions.ts'
import type { Viewer } from '#domain/roles.ts'
import { productTypes } from '#domain/values/limits.ts'
import type { Seen, Values } from '../../data/row.ts'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { FailureNote } from '../../kit/failure-note.tsx'
import { type Choice, useCars, useDrivers } from '../../kit/fleet.ts'
import { formatKilos, formatMoment } from '../../kit/format.ts'
import { OrderBadge } from '../../kit/order-badge.tsx'
import { addressOf, savedPlace } from '../../kit/places.ts'
import { ReasonDialog } from '../../kit/reason-dialog.tsx'
import { TerminalDialog } from '../../kit/terminal-dialog.tsx'
import { useNow } from '../../kit/use-now.ts'
import { Section } from '../../ui/section.tsx'
import { CopyShipment } from './copy-shipment.tsx'
import classes from './order.module.css'
import type { OrderRead } from './order-data.ts'
import type { OrderFormApi } from './order-form.tsx'
import { useLineChange } from './use-line-change.ts'

type Props = { read: OrderRead; viewer: Pick<Viewer, 'roles' | 'userId'>; api: OrderFormApi | undefined }
type Asked = { shipment: Seen<'lahetys'>; step: Transition<ShipmentState> }

/** The order's shipments with their states: the buttons are exactly what the state table allows this person. */
export function ShipmentsSection({ read, viewer, api }: Props) {
  const { order, shipments, names, failures, places } = read
  const { change, shown, busy } = useLineChange()
  const [asked, setAsked] = useState<Asked | null>(null)
  const asking = (kind: Asking) => asked !== null && askingOf(asked.step) === kind
  const answered = (reason: string, more?: Values<'lahetys'>) => {
    if (asked) take(asked, reason, more)
    setAsked(null)
  }
  const now = useNow()
  const crew = maySee('lahetys', viewer.roles, 'kuljettaja')
  const drivers = useDrivers(crew)
  const cars = useCars(crew)
  const audience = audienceOf(viewer.roles)

  const stepsOf = (shipment: Seen<'lahetys'>) => {
    const actor = stateActorOf(viewer, shipment)
    const since = shipment.timestamp_toimitettu || shipment.changed
    // An invoiced order is locked; its undoing comes first.
    if (!actor || order.tilauksen_tila === 'laskutettu') return []
    return allowedTransitions(shipmentTransitions, { from: shipment.tila, actor, now, since })
  }
  const returns = (shipment: Seen<'lahetys'>, to: ShipmentState): boolean => {
    const actor = stateActorOf(viewer, shipment)
    const back = actor ? allowedTransitions(shipmentTransitions, { from: to, actor, now, since: now }) : []
    return back.some((step) => step.to === shipment.tila && !step.reason)
  }
  const take = ({ shipment, step }: Asked, reason = '', more: Values<'lahetys'> = {}) => {
    const { id, vid, tila, tunniste } = shipment
    const back = returns(shipment, step.to) ? { tila } : null
    change({ id, vid, set: { tila: step.to, ...more }, back, reason, done: `Lähetys ${tunniste}: ${step.action}` })
  }
  const answer = ({ id, vid, tunniste, poikkeama }: Seen<'lahetys'>) =>
    change({ id, vid, set: { poikkeama: null }, back: { poikkeama }, reason: '', done: `Lähetys ${tunniste}: poikkeama käsitelty` })
  /** Why is asked where the table wants it; what cannot be taken back is asked once more. */
  const press = (pressed: Asked) => {
    const { shipment, step } = pressed
    if (step.reason || isTold(step) || (step.to === 'peruutettu' && !returns(shipment, step.to))) setAsked(pressed)
    else take(pressed)
  }
  const assign = (shipment: Seen<'lahetys'>, set: { kuljettaja: string | null } | { auto: string | null }) => {
    const back = 'auto' in set ? { auto: shipment.auto } : { kuljettaja: shipment.kuljettaja }
    const { id, vid, tunniste } = shipment
    change({ id, vid, set, back, reason: '', done: `Lähetys ${tunniste}: ${'auto' in set ? 'auto' : 'kuljettaja'} vaihdettu` })
  }
  if (shipments.length === 0) return null
  return (
    <Section title="Lähetykset">
      {shipments.map(shown).map((shipment) => (
        <fieldset key={shipment.id} className={`${classes.row} ${classes.line}`} aria-label={`Lähetys ${shipment.tunniste}`}>
          <div className={classes.lineHead}>
            <strong>{shipment.tunniste}</strong>
            <OrderBadge status={lineBadge(order.tilauksen_tila, shipment, now, audience)} />
            <span>{goodsText(shipment)}</span>
            {shipment.timestamp_toimitettu > 0 && (
              <Text component="span" c="dimmed">
                Toimitettu {formatMoment(shipment.timestamp_toimitettu)}
              </Text>
            )}
          </div>
          {crew && <WaitsAt place={places.get(shipment.nykyinen_osoite ?? '')} />}
          <Failed
            failure={failures.get(shipment.poikkeama ?? '')}
            onAnswered={viewer.roles.includes('yllapito') ? () => answer(shipment) : undefined}
          />
          {crew && (
            <div className={classes.crew}>
              <Select
                label="Kuljettaja"
                placeholder="Ei kuljettajaa"
                searchable
                clearable
                clearButtonProps={{ 'aria-label': 'Poista kuljettaja' }}
                nothingFoundMessage="Kuljettajaa ei löydy."
                data={withChosen(drivers, shipment.kuljettaja, names)}
                value={shipment.kuljettaja}
                onChange={(kuljettaja) => assign(shipment, { kuljettaja })}
              />
              <Select
                label="Auto"
                placeholder="Ei autoa"
                searchable
                clearable
                clearButtonProps={{ 'aria-label': 'Poista auto' }}
                nothingFoundMessage="Autoa ei löydy."
                data={withChosen(cars, shipment.auto, names)}
                value={shipment.auto}
                onChange={(auto) => assign(shipment, { auto })}
              />
            </div>
          )}
          <div className={classes.lineActions}>
            {stepsOf(shipment).map((step) => (
              <Button
                key={step.to}
                variant={step.to === 'peruutettu' ? 'subtle' : 'default'}
                color={step.to === 'peruutettu' ? 'red' : 'brand'}
                disabled={busy}
                onClick={() => press({ shipment, step })}
              >
                {step.action}
              </Button>
            ))}
            <CopyShipment order={order} shipment={shipment} api={api} />
          </div>
        </fieldset>
      ))}
      <ReasonDialog
        opened={asking('reason')}
        title={`Peruuta lähetys ${asked?.shipment.tunniste ?? ''}`}
        action="Peruuta lähetys"
        onClose={() => setAsked(null)}
        onReason={(reason) => answered(reason)}
      />
      <ReasonDialog
        opened={asking('note')}
        optional
        title={`Lähetys ${asked?.shipment.tunniste ?? ''} myöhästyy`}
        action="Merkitse myöhästyväksi"
        onClose={() => setAsked(null)}
        onReason={(reason) => answered(reason)}
      />
      <TerminalDialog
        opened={asking('terminal')}
        of={asked ? `Lähetys ${asked.shipment.tunniste}, ${goodsText(asked.shipment)}` : ''}
        onClose={() => setAsked(null)}
        onChosen={(nykyinen_osoite) => answered('', { nykyinen_osoite })}
      />
      <ConfirmDialog
        opened={asking('sure')}
        title={`Peruutetaanko lähetys ${asked?.shipment.tunniste ?? ''}?`}
        action="Peruuta lähetys"
        onClose={() => setAsked(null)}
        onConfirm={() => answered('')}
      >
        Et voi itse palauttaa peruutettua lähetystä.
      </ConfirmDialog>
    </Section>
  )
}

/** What a step has to be told before it is taken: why, a word about it, which terminal, or that it is meant. */
type Asking = 'reason' | 'note' | 'terminal' | 'sure'
function askingOf({ to, reason }: Transition<ShipmentState>): Asking {
  if (reason) return 'reason'
  if (to === 'myohassa') return 'note'
  return to === 'siirretty' ? 'terminal' : 'sure'
}
const isTold = (step: Transition<ShipmentState>): boolean => ['note', 'terminal'].includes(askingOf(step))

export const goodsText = ({ maara, kuvaus, tyyppi, paino }: Pick<Seen<'lahetys'>, 'maara' | 'kuvaus' | 'tyyppi' | 'paino'>): string =>
  `${maara} × ${kuvaus || productTypes[tyyppi]}, ${formatKilos(paino)}`

function WaitsAt({ place }: { place: Seen<'postiosoite'> | undefined }) {
  if (!place) return null
  const at = savedPlace(place)
  return (
    <Text className={classes.waits}>
      <IconMapPin size={18} stroke={1.8} aria-hidden />
      <span>Nyt: {[at.name, addressOf(at)].filter(Boolean).join(', ')}</span>
    </Text>
  )
}

const Failed = ({ failure, onAnswered }: { failure: Seen<'toimituspoikkeama'> | undefined; onAnswered: (() => void) | undefined }) =>
  failure ? <FailureNote failure={failure} onAnswered={onAnswered} /> : null

/** Somebody who no longer drives, or a car out of use, is still shown where chosen. */
function withChosen(choices: readonly Choice[], chosen: string | null, names: ReadonlyMap<string, string>): Choice[] {
  const known = !chosen || choices.some(({ value }) => value === chosen)
  return known ? [...choices] : [...choices, { value: chosen, label: names.get(chosen) ?? 'Ei enää käytössä' }]
}
