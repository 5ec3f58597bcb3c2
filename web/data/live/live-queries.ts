import type { Query, QueryClient } from '@tanstack/react-query'
import { entityByType, reachOf } from '#domain/access/reach.ts'
import type { Role } from '#domain/access/roles.ts'
import { affectedTest, mentions, visibilityOf } from './affected-queries.ts'
import type { Change } from './change-feed.ts'
import { markChanged } from './changed-rows.ts'

/** A page of one row is about what people do together: all of it is seen within a second, whatever else happens (milliseconds). */
const pageTimes = { delay: 30, interval: 400 }
/** Lists: the changes of this long are read at once, as a token bucket allows: each read takes a token… */
const listDelay = 300
/** … of this many at most; while there are tokens, this is between two reads… */
const [maxTokens, shortInterval] = [6, 400]
/** … and without them, reads wait for the next token, which comes after this for those who receive everybody's changes. */
const slowRefill = 3000

/** Reads anew what is shown of changed rows. What is being typed stays: only what was read is read anew. */
export function makeChangeTaker(client: QueryClient, held: readonly Role[]): (change: Change) => void {
  const visibility = visibilityOf(held)
  // A driver and a customer receive changes of their own orders only, and what they press next is to be of the newest version.
  const refillInterval = reachOf('tilaus', held).read === 'all' ? slowRefill : shortInterval
  let changed: Set<string> | 'everything' = new Set()
  let rows = new Set<string>()
  /** Read since the last change by `pages`: `lists` does not read them once more. */
  const fresh = new Set<Query>()
  /** Reads of lists that may be made without waiting for a refill; fractions are on their way. */
  let tokens = maxTokens

  const pages = makeThrottle(
    pageTimes.delay,
    () => pageTimes.interval,
    () => {
      const isAffected = affectedTest(changed, visibility)
      const ids = rows
      rows = new Set()
      const shown = client
        .getQueryCache()
        .findAll({ type: 'active', predicate: ({ queryKey, state }) => isPage(queryKey) && mentions([queryKey, state.data], ids) })
      if (shown.length === 0) return
      const roots = new Set(shown.flatMap(({ queryKey }) => String(queryKey[3])))
      reread(client, (query) => {
        const isShown = isAffected(query.queryKey) && mentions(query.queryKey, roots)
        if (isShown) fresh.add(query)
        return isShown
      })
    },
  )
  const lists = makeThrottle(
    listDelay,
    () => (tokens >= 1 ? shortInterval : refillInterval * (1 - tokens)),
    (sinceLast) => {
      const isAffected = affectedTest(changed, visibility)
      changed = new Set()
      tokens = Math.max(0, Math.min(maxTokens, tokens + sinceLast / refillInterval) - 1)
      reread(client, (query) => isAffected(query.queryKey) && !fresh.has(query))
    },
  )

  return (change) => {
    fresh.clear()
    if (change === 'everything') changed = change
    else {
      for (const { type, id } of change) {
        rows.add(id)
        const name = entityByType.get(type)?.name
        if (name && changed !== 'everything') changed.add(name)
      }
      markChanged(
        change.flatMap((event) => (event.laji === 'poistui' || event.oma ? [] : [{ type: event.type, id: event.id, at: event.aika }])),
      )
      pages()
    }
    lists()
  }
}

/** The key of a query of one row: what it shows it holds as its data. */
const isPage = ([kind, , shape]: readonly unknown[]): boolean => kind === 'entity' && shape === 'one'

/**
 * Gives a function that schedules `read`: once for all its calls within `delay`, and at least `interval` after the last read
 * (milliseconds). While the page is hidden nothing is read; that waits until it is visible again.
 */
function makeThrottle(delay: number, interval: () => number, read: (sinceLast: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let readAt = 0

  function act(): void {
    timer = undefined
    if (document.hidden) {
      document.addEventListener('visibilitychange', schedule, { once: true })
      return
    }
    const now = Date.now()
    const sinceLast = now - readAt
    readAt = now
    read(sinceLast)
  }
  function schedule(): void {
    if (timer === undefined) timer = setTimeout(act, Math.max(delay, readAt + interval() - Date.now()))
  }
  return schedule
}

function reread(client: QueryClient, isAffected: (query: Query) => boolean): void {
  const affected = client.getQueryCache().findAll({ predicate: isAffected })
  // What is read for the first time may have been asked for before the change, and is not asked for again by itself.
  const first = affected.filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
  for (const { promise, queryKey } of first) {
    const again = () => client.invalidateQueries({ queryKey, exact: true })
    promise?.then(again, () => undefined)
  }
  const hashes = new Set(affected.map(({ queryHash }) => queryHash))
  void client.invalidateQueries({ predicate: ({ queryHash }) => hashes.has(queryHash) })
}
