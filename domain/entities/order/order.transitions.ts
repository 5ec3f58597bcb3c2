import type { Viewer } from '../../access/roles.ts'
import type { StateActor, Transition } from './order.states.ts'

/**
 * The role in which the viewer changes states: the strongest of their roles that the tables contain; null when there is none. A person who
 * is both driver and customer is the driver only of lines assigned to them.
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
  /** When the line reached its state; the driver's undo is limited from then on. */
  since: number
}

const applies = <S extends string>(transition: Transition<S>, { from, actor, now, since }: Situation<S>): boolean =>
  transition.from.includes(from) &&
  transition.who.includes(actor) &&
  (actor !== 'kuljettaja' || transition.driverWithin === undefined || now - since <= transition.driverWithin)

/** The transitions that the person may make now: exactly the buttons of a screen (rules/orders.md#shipment-states). */
export function allowedTransitions<S extends string>(table: readonly Transition<S>[], situation: Situation<S>): Transition<S>[] {
  return table.filter((transition) => applies(transition, situation))
}

type Change<S extends string> = Pick<Situation<S>, 'from' | 'actor' | 'now'> & { to: S }

/** Whether the person may undo the change without a reason: it is then made at once with an undo, otherwise it is confirmed first. */
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

type Search<S extends string> = { from: S; to: S; actor: StateActor }

/** The fewest steps by which the table lets the person get from one state to the other, the last one included; null when there is no way. */
export function statePath<S extends string>(table: readonly Transition<S>[], { from, to, actor }: Search<S>): S[] | null {
  const paths = new Map<S, S[]>([[from, []]])
  for (const [state, path] of paths) {
    if (state === to) return path
    const steps = table.filter((step) => step.from.includes(state) && step.who.includes(actor))
    // A Map is walked through in the order of its additions, those made meanwhile included: shortest paths first.
    for (const step of steps) if (!paths.has(step.to)) paths.set(step.to, [...path, step.to])
  }
  return null
}
