import { type ReactNode, useState } from 'react'
import type { Viewer } from '#domain/access/roles.ts'
import type { ShipmentState, Transition } from '#domain/entities/order/order.states.ts'
import { allowedTransitions, hasWayBack, stateActorOf } from '#domain/entities/order/order.transitions.ts'
import { TerminalDialog } from '#web/features/deliveries/terminal-dialog.tsx'
import { type LineKind, nextStep, stepVerb } from '#web/features/orders/actions/line-steps.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { ReasonDialog } from '#web/kit/dialogs/reason-dialog.tsx'
import { isLocked } from '../../view/changeability.ts'

/** The Finnish words for a line: its name, and the forms for `Peruuta …` and `palauttaa peruutettua …`. */
export const lineWords = {
  lahetys: { name: 'Lähetys', whole: 'lähetys', some: 'lähetystä' },
  tuntituote: { name: 'Tuntityö', whole: 'tuntityö', some: 'tuntityötä' },
} as const satisfies Record<LineKind, unknown>

/** A step that a person takes: `back` undoes it; null where the state table has no step back. */
export type TakenStep<S extends ShipmentState> = {
  to: S
  back: { tila: S } | null
  reason: string
  /** The terminal where the goods are, for a step to one. */
  terminal: string | null
  /** The toast's text on success: `Lähetys L-12: Noudettu`. */
  done: string
}

export type SteppingLine<S extends ShipmentState> = {
  tunniste: string
  tila: S
  kuljettaja: string | null
  changed: number
  /** Of shipments only. */
  tila_muuttui?: number
}

type Options<S extends ShipmentState> = {
  kind: LineKind
  line: SteppingLine<S>
  table: readonly Transition<S>[]
  order: Parameters<typeof isLocked>[0]
  viewer: Pick<Viewer, 'roles' | 'userId'>
  now: number
  /** The quantity as text. */
  amount: string
  onStep: (step: TakenStep<S>) => void
}

export type LineStep = { key: string; label: string; color: 'red' | undefined; run: () => void }

/** What a step requires first: a reason, a note, a terminal, or a confirmation. */
type Asking = 'reason' | 'note' | 'terminal' | 'sure'
function askingOf({ to, reason }: Transition<ShipmentState>): Asking {
  if (reason) return 'reason'
  if (to === 'myohassa') return 'note'
  return to === 'siirretty' ? 'terminal' : 'sure'
}

/** The steps that the state table allows this person, the usual next one apart, and the dialogs that some of them need. */
export function useLineSteps<S extends ShipmentState>(
  options: Options<S>,
): { next: LineStep | null; others: LineStep[]; dialogs: ReactNode } {
  const { kind, line, table, order, viewer, now, amount, onStep } = options
  const [pending, setPending] = useState<Transition<S> | null>(null)
  const { name, whole, some } = lineWords[kind]
  const called = `${name} ${line.tunniste}`
  const actor = stateActorOf(viewer, line)
  const since = line.tila_muuttui || line.changed
  const steps = actor && !isLocked(order) ? allowedTransitions(table, { from: line.tila, actor, now, since }) : []
  const returns = (to: S): boolean => actor !== null && hasWayBack(table, { from: line.tila, to, actor, now })

  const take = ({ to, action }: Transition<S>, reason = '', terminal: string | null = null) =>
    onStep({ to, back: returns(to) ? { tila: line.tila } : null, reason, terminal, done: `${called}: ${action}` })
  const answered = (reason: string, terminal: string | null = null) => {
    if (pending) take(pending, reason, terminal)
    setPending(null)
  }
  /** Asks for a reason where the table requires it; a step that cannot be undone asks for confirmation. */
  const press = (step: Transition<S>) => {
    if (askingOf(step) !== 'sure' || (step.to === 'peruutettu' && !returns(step.to))) setPending(step)
    else take(step)
  }
  const shown = (step: Transition<S>): LineStep => ({
    key: step.to,
    label: stepVerb(kind, line.tila, step),
    color: step.to === 'peruutettu' ? 'red' : undefined,
    run: () => press(step),
  })
  const next = nextStep(steps)
  const asking = (asking: Asking) => ({
    opened: pending !== null && askingOf(pending) === asking,
    onClose: () => setPending(null),
  })
  const dialogs = (
    <>
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
    </>
  )
  return { next: next && shown(next), others: steps.filter((step) => step !== next).map(shown), dialogs }
}
