import { Button, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { maySee } from '#domain/access/reach.ts'
import type { Viewer } from '#domain/access/roles.ts'
import type { OrderState, ShipmentState, Transition } from '#domain/entities/order/order.states.ts'
import type { Audience, Line as DatedLine } from '#domain/entities/order/order.status.ts'
import { allowedTransitions, hasWayBack, stateActorOf } from '#domain/entities/order/order.transitions.ts'
import { useCars, useDrivers } from '#web/features/cars/fleet.ts'
import { TerminalDialog } from '#web/features/deliveries/terminal-dialog.tsx'
import { LineBadge } from '#web/features/orders/order-badge.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import type { Choice } from '#web/kit/form/search-select.tsx'
import { SearchSelect } from '#web/kit/form/search-select.tsx'
import { formatMoment } from '#web/kit/format.ts'
import classes from '../order.module.css'

type LineKind = 'lahetys' | 'tuntituote'
/** The Finnish words for a line: its name, and the forms for `Peruuta …` and `palauttaa peruutettua …`. */
const words = {
  lahetys: { name: 'Lähetys', whole: 'lähetys', some: 'lähetystä' },
  tuntituote: { name: 'Tuntityö', whole: 'tuntityö', some: 'tuntityötä' },
} as const satisfies Record<LineKind, unknown>

export type AssignmentChange = { kuljettaja: string | null } | { auto: string | null }
/** A step that a person takes: `back` undoes it; null where the state table has no step back. */
export type Step<S extends ShipmentState> = {
  to: S
  back: { tila: S } | null
  reason: string
  /** The terminal where the goods are, for a step to one. */
  terminal: string | null
  /** The toast's text on success: `Lähetys L-12: Noudettu`. */
  done: string
}

type Line<S extends ShipmentState> = {
  tunniste: string
  tila: S
  kuljettaja: string | null
  auto: string | null
  changed: number
  timestamp_toimitettu: number
  /** Of shipments only. */
  tila_muuttui?: number
}
type Props<S extends ShipmentState> = {
  kind: LineKind
  line: Line<S> & DatedLine
  table: readonly Transition<S>[]
  order: { tilauksen_tila: OrderState }
  viewer: Pick<Viewer, 'roles' | 'userId'>
  now: number
  audience: Audience
  /** The quantity as text. */
  amount: string
  /** The names of drivers and cars, by id. */
  names: ReadonlyMap<string, string>
  busy: boolean
  onAssign: (assigned: AssignmentChange, back: AssignmentChange, done: string) => void
  onStep: (step: Step<S>) => void
  /** Additional facts of the line. */
  children?: ReactNode
  /** Shown beside the steps. */
  tools?: ReactNode
}

/**
 * A shipment or an hourly job of the order, with its driver, car and state. The buttons are exactly the steps that the state table
 * allows this person.
 */
export function OrderLine<S extends ShipmentState>(props: Props<S>) {
  const { kind, line, table, order, viewer, now, audience, amount, names, busy, onAssign, onStep, children, tools } = props
  const [pendingStep, setPendingStep] = useState<Transition<S> | null>(null)
  const { name, whole, some } = words[kind]
  const called = `${name} ${line.tunniste}`
  const showsDrivers = maySee(kind, viewer.roles, 'kuljettaja')
  const drivers = useDrivers(showsDrivers)
  const cars = useCars(showsDrivers)
  const actor = stateActorOf(viewer, line)
  const since = line.tila_muuttui || line.changed
  // An invoiced order is locked until its invoicing is undone.
  const steps = actor && order.tilauksen_tila !== 'laskutettu' ? allowedTransitions(table, { from: line.tila, actor, now, since }) : []
  const returns = (to: S): boolean => actor !== null && hasWayBack(table, { from: line.tila, to, actor, now })

  const take = ({ to, action }: Transition<S>, reason = '', terminal: string | null = null) =>
    onStep({ to, back: returns(to) ? { tila: line.tila } : null, reason, terminal, done: `${called}: ${action}` })
  const answered = (reason: string, terminal: string | null = null) => {
    if (pendingStep) take(pendingStep, reason, terminal)
    setPendingStep(null)
  }
  /** Asks for a reason where the table requires it; a step that cannot be undone asks for confirmation. */
  const press = (step: Transition<S>) => {
    if (askingOf(step) !== 'sure' || (step.to === 'peruutettu' && !returns(step.to))) setPendingStep(step)
    else take(step)
  }
  const asking = (asking: Asking) => ({
    opened: pendingStep !== null && askingOf(pendingStep) === asking,
    onClose: () => setPendingStep(null),
  })
  return (
    <fieldset className={`${classes.row} ${classes.line}`} aria-label={called}>
      <div className={classes.lineHead}>
        <strong>{line.tunniste}</strong>
        <LineBadge order={order.tilauksen_tila} line={line} now={now} audience={audience} />
        <span>{amount}</span>
        {line.timestamp_toimitettu > 0 && (
          <Text component="span" c="dimmed">
            Toimitettu {formatMoment(line.timestamp_toimitettu)}
          </Text>
        )}
      </div>
      {children}
      {showsDrivers && (
        <div className={classes.crew}>
          <SearchSelect
            label="Kuljettaja"
            placeholder="Ei kuljettajaa"
            clearable
            clearButtonProps={{ 'aria-label': 'Poista kuljettaja' }}
            nothingFoundMessage="Kuljettajaa ei löydy."
            data={withChosen(drivers, line.kuljettaja, names)}
            value={line.kuljettaja}
            onChange={(kuljettaja) => onAssign({ kuljettaja }, { kuljettaja: line.kuljettaja }, `${called}: kuljettaja vaihdettu`)}
          />
          <SearchSelect
            label="Auto"
            placeholder="Ei autoa"
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

/** What a step requires first: a reason, a note, a terminal, or a confirmation. */
type Asking = 'reason' | 'note' | 'terminal' | 'sure'
function askingOf({ to, reason }: Transition<ShipmentState>): Asking {
  if (reason) return 'reason'
  if (to === 'myohassa') return 'note'
  return to === 'siirretty' ? 'terminal' : 'sure'
}

/** Adds the chosen driver or car to the choices when it is no longer in use. */
function withChosen(choices: readonly Choice[], chosen: string | null, names: ReadonlyMap<string, string>): Choice[] {
  const known = !chosen || choices.some(({ value }) => value === chosen)
  return known ? [...choices] : [...choices, { value: chosen, label: names.get(chosen) ?? 'Ei enää käytössä' }]
}
