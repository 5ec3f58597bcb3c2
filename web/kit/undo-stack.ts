/** What can be undone and done again, the latest last. */
export type UndoStack<T> = { done: readonly T[]; undone: readonly T[] }

export const emptyStack: UndoStack<never> = { done: [], undone: [] }

const maxSteps = 100

/** A new step: what was undone before it can no longer be done again. */
export const pushStep = <T>({ done }: UndoStack<T>, step: T): UndoStack<T> => ({ done: [...done, step].slice(-maxSteps), undone: [] })

/** After a step was undone; `again` does it again. */
export const noteUndone = <T>({ done, undone }: UndoStack<T>, again: T | null): UndoStack<T> => ({
  done: done.slice(0, -1),
  undone: again === null ? [] : [...undone, again],
})

/** After a step was done again; `back` undoes it. */
export const noteRedone = <T>({ done, undone }: UndoStack<T>, back: T | null): UndoStack<T> => ({
  done: back === null ? done : [...done, back],
  undone: undone.slice(0, -1),
})

type Versions = Readonly<Record<string, number>>

/**
 * The versions of an earlier step's undo, once `last` has been carried out and led to the versions `now`; `last.before` are the versions before
 * the operation that `last` undoes. A row that nobody else has changed is again what the earlier step left, in a newer version; where somebody
 * has changed it, the step keeps the old one, and the server refuses it (409).
 */
const newerVersions = ({ versiot }: { versiot: Versions }, last: { before: Versions }, now: Versions): Record<string, number> =>
  Object.fromEntries(Object.entries(versiot).map(([id, vid]) => [id, last.before[id] === vid ? (now[id] ?? vid) : vid]))

/** `before`: the versions before the operation that `undo` undoes. */
type VersionedStep = { undo: { versiot: Versions }; before: Versions }

/** The steps once the last of them has been carried out and led to the versions `now`: those below it can be carried out then. */
export function stepsAtVersions<S extends VersionedStep>(steps: readonly S[], now: Versions): S[] {
  const last = steps.at(-1)
  return steps.map((step) =>
    last === undefined || step === last ? step : { ...step, undo: { ...step.undo, versiot: newerVersions(step.undo, last, now) } },
  )
}
