import { Button, Select, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { maySee } from '#domain/access.ts'
import type { OrderState, ShipmentState, Transition } from '#domain/entities/order/order.states.ts'
import type { Status } from '#domain/entities/order/order.status.ts'
import { allowedTransitions, hasWayBack, stateActorOf } from '#domain/entities/order/order.transitions.ts'
import type { Viewer } from '#domain/roles.ts'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { type Choice, useCars, useDrivers } from '../../kit/fleet.ts'
import { formatMoment } from '../../kit/format.ts'
import { OrderBadge } from '../../kit/order-badge.tsx'
import { ReasonDialog } from '../../kit/reason-dialog.tsx'
import { TerminalDialog } from '../../kit/terminal-dialog.tsx'
import classes from './order.module.css'

type LineKind = 'lahetys' | 'tuntituote'
/** What a line is called: as such, `Peruuta …`, and `palauttaa peruutettua …`. */
const words = {
  lahetys: { name: 'Lähetys', whole: 'lähetys', some: 'lähetystä' },
  tuntituote: { name: 'Tuntityö', whole: 'tuntityö', some: 'tuntityötä' },
} as const satisfies Record<LineKind, unknown>

export type Crew = { kuljettaja: string | null } | { auto: string | null }
/** A step that a person takes: `back` takes it back, null where the table has no way. */
export type Step<S extends ShipmentState> = {
  to: S
  back: { tila: S } | null
  reason: string
  /** Where the goods are, of a step to a terminal. */
  terminal: string | null
  /** What was done: `Lähetys L-12: Noudettu`. */
  done: string
}

type Line<S extends ShipmentState> = {
  tunniste: string
  tila: S
  kuljettaja: string | null
  auto: string | null
  changed: number
  timestamp_toimitettu: number
}
type Props<S extends ShipmentState> = {
  kind: LineKind
  line: Line<S>
  table: readonly Transition<S>[]
  order: { tilauksen_tila: OrderState }
  viewer: Pick<Viewer, 'roles' | 'userId'>
  now: number
  status: Status
  /** How much of it there is. */
  amount: string
  /** Of drivers and cars, by id. */
  names: ReadonlyMap<string, string>
  busy: boolean
  onAssign: (crew: Crew, back: Crew, done: string) => void
  onStep: (step: Step<S>) => void
  /** What else is told of it. */
  children?: ReactNode
  /** Beside the steps. */
  tools?: ReactNode
}

/**
 * A shipment or an hourly job of the order, with its driver, car and state: the buttons are exactly what the state table
 * allows this person.
 */
export function OrderLine<S extends ShipmentState>(props: Props<S>) {
  const { kind, line, table, order, viewer, now, status, amount, names, busy, onAssign, onStep, children, tools } = props
  const [asked, setAsked] = useState<Transition<S> | null>(null)
  const { name, whole, some } = words[kind]
  const called = `${name} ${line.tunniste}`
  const crew = maySee(kind, viewer.roles, 'kuljettaja')
  const drivers = useDrivers(crew)
  const cars = useCars(crew)
  const actor = stateActorOf(viewer, line)
  const since = line.timestamp_toimitettu || line.changed
  // An invoiced order is locked; its undoing comes first.
  const steps = actor && order.tilauksen_tila !== 'laskutettu' ? allowedTransitions(table, { from: line.tila, actor, now, since }) : []
  const returns = (to: S): boolean => actor !== null && hasWayBack(table, { from: line.tila, to, actor, now })

  const take = ({ to, action }: Transition<S>, reason = '', terminal: string | null = null) =>
    onStep({ to, back: returns(to) ? { tila: line.tila } : null, reason, terminal, done: `${called}: ${action}` })
  const answered = (reason: string, terminal: string | null = null) => {
    if (asked) take(asked, reason, terminal)
    setAsked(null)
  }
  /** Why is asked where the table wants it; what cannot be taken back is asked once more. */
  const press = (step: Transition<S>) => {
    if (askingOf(step) !== 'sure' || (step.to === 'peruutettu' && !returns(step.to))) setAsked(step)
    else take(step)
  }
  const asking = (asking: Asking) => ({ opened: asked !== null && askingOf(asked) === asking, onClose: () => setAsked(null) })
  return (
    <fieldset className={`${classes.row} ${classes.line}`} aria-label={called}>
      <div className={classes.lineHead}>
        <strong>{line.tunniste}</strong>
        <OrderBadge status={status} />
        <span>{amount}</span>
        {line.timestamp_toimitettu > 0 && (
          <Text component="span" c="dimmed">
            Toimitettu {formatMoment(line.timestamp_toimitettu)}
          </Text>
        )}
      </div>
      {children}
      {crew && (
        <div className={classes.crew}>
          <Select
            label="Kuljettaja"
            placeholder="Ei kuljettajaa"
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Poista kuljettaja' }}
            nothingFoundMessage="Kuljettajaa ei löydy."
            data={withChosen(drivers, line.kuljettaja, names)}
            value={line.kuljettaja}
            onChange={(kuljettaja) => onAssign({ kuljettaja }, { kuljettaja: line.kuljettaja }, `${called}: kuljettaja vaihdettu`)}
          />
          <Select
            label="Auto"
            placeholder="Ei autoa"
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'Poista auto' }}
            nothingFoundMessage="Autoa ei löydy."
            data={withChosen(cars, line.auto, names)}
            value={line.auto}
            onChange={(auto) => onAssign({ auto }, { auto: line.auto }, `${called}: auto vaihdettu`)}
          />
        </div>
      )}
      <div className={classes.lineActions}>
        {steps.map((step) => (
          <Button
            key={step.to}
            variant={step.to === 'peruutettu' ? 'subtle' : 'default'}
            color={step.to === 'peruutettu' ? 'red' : 'brand'}
            disabled={busy}
            onClick={() => press(step)}
          >
            {step.action}
          </Button>
        ))}
        {tools && <div className={classes.lineTools}>{tools}</div>}
      </div>
      <ReasonDialog
        {...asking('reason')}
        title={`Peruuta ${whole} ${line.tunniste}`}
        action={`Peruuta ${whole}`}
        onReason={(reason) => answered(reason)}
      />
      <ReasonDialog
        {...asking('note')}
        optional
        title={`${called} myöhästyy`}
        action="Merkitse myöhästyväksi"
        onReason={(reason) => answered(reason)}
      />
      <TerminalDialog {...asking('terminal')} of={`${called}, ${amount}`} onChosen={(terminal) => answered('', terminal)} />
      <ConfirmDialog
        {...asking('sure')}
        title={`Peruutetaanko ${whole} ${line.tunniste}?`}
        action={`Peruuta ${whole}`}
        onConfirm={() => answered('')}
      >
        Et voi itse palauttaa peruutettua {some}.
      </ConfirmDialog>
    </fieldset>
  )
}

/** What a step has to be told before it is taken: why, a word about it, which terminal, or that it is meant. */
type Asking = 'reason' | 'note' | 'terminal' | 'sure'
function askingOf({ to, reason }: Transition<ShipmentState>): Asking {
  if (reason) return 'reason'
  if (to === 'myohassa') return 'note'
  return to === 'siirretty' ? 'terminal' : 'sure'
}

/** Somebody who no longer drives, or a car out of use, is still shown where chosen. */
function withChosen(choices: readonly Choice[], chosen: string | null, names: ReadonlyMap<string, string>): Choice[] {
  const known = !chosen || choices.some(({ value }) => value === chosen)
  return known ? [...choices] : [...choices, { value: chosen, label: names.get(chosen) ?? 'Ei enää käytössä' }]
}
