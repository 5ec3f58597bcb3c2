import type { QueryClient } from '@tanstack/react-query'
import { entityByType } from '#domain/access.ts'
import type { Change } from './change-feed.ts'
import { markChanged } from './changed-rows.ts'
import { isTouched } from './touched-queries.ts'

/** A burst of changes is read at once (milliseconds)… */
const gathered = 300
/** … and a steady stream of them no more often than this. */
const restBetween = 3000

/** Reads anew what is shown of changed rows. What is being typed stays: only what was read is touched. */
export function makeChangeTaker(client: QueryClient): (change: Change) => void {
  let changed: Set<string> | 'everything' = new Set()
  let timer: ReturnType<typeof setTimeout> | undefined
  let readAt = 0

  function readAnew(): void {
    timer = undefined
    // Nobody looks: it is enough to read when somebody does again.
    if (document.hidden) {
      document.addEventListener('visibilitychange', schedule, { once: true })
      return
    }
    const taken = changed
    changed = new Set()
    readAt = Date.now()
    void client.invalidateQueries({ predicate: ({ queryKey }) => isTouched(queryKey, taken) })
  }

  function schedule(): void {
    if (timer === undefined) timer = setTimeout(readAnew, Math.max(gathered, readAt + restBetween - Date.now()))
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
