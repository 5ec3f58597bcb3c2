import { nextStep, stepVerb } from '../actions/line-steps.ts'
import type { ActionTask, OfferedAction } from '../actions/order-actions.ts'
import type { OrderRow } from '../order-rows.ts'

export type PeekStep = { label: string; task: ActionTask }

/**
 * The next step of an order beside its list, as its page has it: a decision, which is made on the page, a driver, or the usual step of
 * its lines where all take it; null when there is none.
 */
export function peekStep({ failed, lines }: OrderRow, actions: readonly OfferedAction[]): PeekStep | null {
  const live = lines.filter((line) => line.live)
  const [first] = live
  const crew = actions.find(({ id, able }) => id === 'assignment' && able > 0)
  if (!first) return null
  if (crew && failed) return { label: 'Sovi uusi toimitus', task: { kind: 'open' } }
  if (crew && live.every(({ driver }) => driver === null)) return { label: 'Anna kuljettaja', task: crew.task }
  const step = nextStep(actions.flatMap(({ task, able }) => (task.kind === 'state' && able > 0 ? [task.step] : [])))
  if (!step) return null
  const { to, back, label, asks } = step
  const verb = stepVerb(first.entity, first.state, { to, back: back || undefined, action: label })
  return { label: `${verb}${asks ? '…' : ''}`, task: { kind: 'state', step } }
}
