import type { Viewer } from '../../access/roles.ts'
import type { StateActor, Transition } from './order.states.ts'

/**
 * As whom the viewer changes states: the strongest of their roles that the tables know; null when none. Somebody who is
 * driver and customer too is the driver only of a line that is theirs to drive.
 */
export function stateActorOf(viewer: Pick<Viewer, 'roles' | 'userId'>, line?: { kuljettaja: string | null }): StateActor | null {
  const holds = (role: StateActor) => viewer.roles.includes(role)
  if (holds('yllapito')) return 'yllapito'
  if (holds('kuljettaja') && (!holds('asiakas') || line?.kuljettaja === viewer.userId)) return 'kuljettaja'
  return holds('asiakas') ? 'asiakas' : null
}

type Situation<S extends string> = {
  from: S
  actor: StateActor
  now: number
  /** When the line came to the state that it is in; the driver's undo is counted from it. */
  since: number
}

const applies = <S extends string>(transition: Transition<S>, { from, actor, now, since }: Situation<S>): boolean =>
  transition.from.includes(from) &&
  transition.who.includes(actor) &&
  (actor !== 'kuljettaja' || transition.driverWithin === undefined || now - since <= transition.driverWithin)

/** What the person may do now: the buttons of a screen are exactly these (rules/orders.md#shipment-states). */
export function allowedTransitions<S extends string>(table: readonly Transition<S>[], situation: Situation<S>): Transition<S>[] {
  return table.filter((transition) => applies(transition, situation))
}

type Change<S extends string> = Pick<Situation<S>, 'from' | 'actor' | 'now'> & { to: S }

/** Whether the person may undo the change without a reason: then it is made at once and an undo is offered, else it is confirmed first. */
export const hasWayBack = <S extends string>(table: readonly Transition<S>[], { from, to, actor, now }: Change<S>): boolean =>
  allowedTransitions(table, { from: to, actor, now, since: now }).some((back) => back.to === from && !back.reason)

/** Null when the change is allowed, else the Finnish sentence to show. */
export function transitionFault<S extends string>(
  table: readonly Transition<S>[],
  labels: Readonly<Record<S, string>>,
  situation: Situation<S> & { to: S; reason: string },
): string | null {
  const found = allowedTransitions(table, situation).find((transition) => transition.to === situation.to)
  if (!found) return `Tilaa ei voi vaihtaa: ${labels[situation.from]} → ${labels[situation.to]}`
  if (found.reason && situation.reason === '') return 'Kerro syy.'
  return null
}
