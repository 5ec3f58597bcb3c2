import type { Query, QueryClient } from '@tanstack/react-query'
import { entityByType, reachOf } from '#domain/access/reach.ts'
import type { Role } from '#domain/access/roles.ts'
import { affectedTest, mentions, visibilityOf } from './affected-queries.ts'
import type { Change } from './change-feed.ts'
import { markChanged } from './changed-rows.ts'

/** Pages of one row, where people work together: a change is shown within a second, also under frequent changes of lists (milliseconds). */
const pageTimes = { delay: 30, interval: 400 }
/** Lists: changes within this time (milliseconds) cause one refetch. A token bucket limits the refetches; each takes a token. */
const listDelay = 300
/** The size of the bucket, and the shortest time between two refetches while it has tokens (milliseconds). */
const [maxTokens, shortInterval] = [6, 400]
/** How long a token takes to refill for those who receive everybody's changes (milliseconds). Without a token, a refetch waits for it. */
const slowRefill = 3000

/** Returns a handler of changes that refetches the affected queries. What is being typed in forms is not changed. */
export function makeChangeTaker(client: QueryClient, held: readonly Role[]): (change: Change) => void {
  const visibility = visibilityOf(held)
  // A driver and a customer receive changes of their own orders only, and their next action must be based on the newest version.
  const refillInterval = reachOf('tilaus', held).read === 'all' ? slowRefill : shortInterval
  let changed: Set<string> | 'everything' = new Set()
  let rows = new Set<string>()
  /** Queries that `pages` has refetched since the last change: `lists` skips them. */
  const fresh = new Set<Query>()
  /** Tokens left for refetches of lists; a fraction is a token that is refilling. */
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

/** Whether the key is that of a query of one row. */
const isPage = ([kind, , shape]: readonly unknown[]): boolean => kind === 'entity' && shape === 'one'

/**
 * Returns a function that schedules `read`: once for all calls within `delay`, and at least `interval` after the last read
 * (milliseconds). Nothing is read while the page is hidden; the read then waits until it is visible again.
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
  // A first fetch may have been sent before the change, and invalidation does not repeat a fetch that is under way.
  const first = affected.filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
  for (const { promise, queryKey } of first) {
    const again = () => client.invalidateQueries({ queryKey, exact: true })
    promise?.then(again, () => undefined)
  }
  const hashes = new Set(affected.map(({ queryHash }) => queryHash))
  void client.invalidateQueries({ predicate: ({ queryHash }) => hashes.has(queryHash) })
}
