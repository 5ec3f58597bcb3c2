import { useSyncExternalStore } from 'react'

/** How long a row that somebody else has changed is highlighted (milliseconds). */
const markedFor = 60_000

/** A row changed by somebody else: its JSON:API type and id, and the time of the change (unix seconds). */
export type RowChange = { type: string; id: string; at: number }

let marked: ReadonlyMap<string, RowChange> = new Map()
const changes = new Map<string, { change: RowChange; end: number }>()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

function notify(): void {
  marked = new Map([...changes].map(([id, { change }]) => [id, change]))
  for (const listener of listeners) listener()
}

function sweep(): void {
  const now = Date.now()
  for (const [id, { end }] of changes) if (end <= now) changes.delete(id)
  timer = changes.size > 0 ? setTimeout(sweep, markedFor / 4) : undefined
  notify()
}

export function markChanged(made: readonly RowChange[]): void {
  if (made.length === 0) return
  for (const change of made) changes.set(change.id, { change, end: Date.now() + markedFor })
  if (timer === undefined) timer = setTimeout(sweep, markedFor / 4)
  notify()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A row of a list and the lines shown with it. */
export type Markable = { id: string; lines?: readonly { id: string }[] }

/** The latest recent change by somebody else to the row or to one of its lines; null when there is none. */
export function useRowChanges(): (row: Markable) => RowChange | null {
  const byId = useSyncExternalStore(subscribe, () => marked)
  return ({ id, lines = [] }) =>
    [{ id }, ...lines].reduce<RowChange | null>((latest, one) => {
      const change = byId.get(one.id)
      return change && (latest === null || change.at > latest.at) ? change : latest
    }, null)
}
