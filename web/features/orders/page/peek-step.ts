import { asideSteps, stepVerb } from '../actions/line-steps.ts'
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
  const steps = actions.flatMap(({ task, able }) =>
    task.kind === 'state' && able > 0 && !task.step.back && !asideSteps.includes(task.step.to) ? [task] : [],
  )
  const usual = steps.find(({ step }) => step.to === 'toimitettu') ?? steps[0]
  if (!usual) return null
  const { to, back, label, asks } = usual.step
  return { label: `${stepVerb(first.entity, first.state, { to, back: back || undefined, action: label })}${asks ? '…' : ''}`, task: usual }
}
