import type { StateActor, Transition } from './order.states.ts'

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
