import type { QueryClient } from '@tanstack/react-query'
import { entityByType } from '#domain/access.ts'
import type { Change } from './change-feed.ts'
import { markChanged } from './changed-rows.ts'
import { isTouched } from './touched-queries.ts'

/** A burst of changes is read at once (milliseconds)… */
const gathered = 300
/** … so that people at work together see each other's changes within a second, so many reads with this between them… */
const [burst, shortestRest] = [6, 400]
/** … and a steady stream of changes no more often than this. */
const steadyRest = 3000

/** Reads anew what is shown of changed rows. What is being typed stays: only what was read is touched. */
export function makeChangeTaker(client: QueryClient): (change: Change) => void {
  let changed: Set<string> | 'everything' = new Set()
  let timer: ReturnType<typeof setTimeout> | undefined
  let readAt = 0
  /** Reads that may still be made quickly; one comes back with every steady rest. */
  let quick = burst

  function readAnew(): void {
    timer = undefined
    // Nobody looks: it is enough to read when somebody does again.
    if (document.hidden) {
      document.addEventListener('visibilitychange', schedule, { once: true })
      return
    }
    const taken = changed
    changed = new Set()
    const now = Date.now()
    quick = Math.max(0, Math.min(burst, quick + (now - readAt) / steadyRest) - 1)
    readAt = now
    void client.invalidateQueries({ predicate: ({ queryKey }) => isTouched(queryKey, taken) })
  }

  function schedule(): void {
    const rest = quick >= 1 ? shortestRest : steadyRest * (1 - quick)
    if (timer === undefined) timer = setTimeout(readAnew, Math.max(gathered, readAt + rest - Date.now()))
  }

  return (change) => {
    if (change === 'everything') changed = change
    else {
      for (const { type } of change) {
        const name = entityByType.get(type)?.name
        if (name && changed !== 'everything') changed.add(name)
      }
      markChanged(change.filter(({ laji, oma }) => laji !== 'poistui' && !oma).map(({ id }) => id))
    }
    schedule()
  }
}
