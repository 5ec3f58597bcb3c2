import { useSyncExternalStore } from 'react'

/** How long a row that somebody else has changed bears its mark (milliseconds). */
const markedFor = 60_000

let marked: ReadonlySet<string> = new Set()
const ends = new Map<string, number>()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

function tell(): void {
  marked = new Set(ends.keys())
  for (const listener of listeners) listener()
}

function sweep(): void {
  const now = Date.now()
  for (const [id, end] of ends) if (end <= now) ends.delete(id)
  timer = ends.size > 0 ? setTimeout(sweep, markedFor / 4) : undefined
  tell()
}

export function markChanged(ids: readonly string[]): void {
  if (ids.length === 0) return
  for (const id of ids) ends.set(id, Date.now() + markedFor)
  if (timer === undefined) timer = setTimeout(sweep, markedFor / 4)
  tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A row of a list, and the lines that are shown with it. */
export type Markable = { id: string; lines?: readonly { id: string }[] }

/** Whether somebody else has changed the row, or a line of it, a moment ago. */
export function useIsChanged(): (row: Markable) => boolean {
  const ids = useSyncExternalStore(subscribe, () => marked)
  return ({ id, lines = [] }) => ids.has(id) || lines.some((line) => ids.has(line.id))
}
