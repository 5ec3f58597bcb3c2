import {
  type PersistedClient,
  type PersistQueryClientOptions,
  persistQueryClientRestore,
  persistQueryClientSave,
} from '@tanstack/query-persist-client-core'
import type { Query, QueryClient } from '@tanstack/react-query'
import { currentSession, holdsAny, onAuthState, type Session } from '#web/session/session.ts'
import { readAgain } from '../json-api.ts'
import type { DeviceDatabase } from './database.ts'
import { readFromDevice, sweepDevice, writeToDevice } from './device-store.ts'

/** A working day: older reads are dropped (milliseconds). */
const maxAge = 24 * 60 * 60_000
/** Reads within this time are stored in one write (milliseconds). */
const gathered = 1000

/** The app starts without the stored reads after this delay, and shows them when they come (milliseconds). */
const maxStartDelay = 3000

/** Spread into a query whose last answer is stored on a driver's device, so that its page opens offline, also after a reload. */
export const storedRead = { meta: { stored: 'read' }, gcTime: maxAge }
/**
 * As `storedRead`, for what tells where the person's own work stands: without a network nothing can replace it, so it also outlives a working day
 * and an update of the app. Its reader checks its shape.
 */
export const storedState = { meta: { stored: 'state' }, gcTime: Number.POSITIVE_INFINITY }

type Marked = { meta?: Query['meta'] }
const isState = ({ meta }: Marked): boolean => meta?.stored === 'state'
const isStored = (query: Marked): boolean => query.meta?.stored === 'read' || isState(query)

/** The person whose reads this device stores (rules/screens.md#offline); null for everybody but drivers. */
const readerOf = (session: Session | null): string | null =>
  session && holdsAny(session, ['kuljettaja']) && !holdsAny(session, ['yllapito']) ? session.user.id : null

const isRecent = (readAt: number): boolean => readAt > Date.now() - maxAge

/** The recent and valid part of what is stored, of another build its states alone; the rest is refetched. */
function readable({ clientState, buster }: PersistedClient, build: string): PersistedClient {
  const isUsable = (query: Marked, readAt: number) => isState(query) || (buster === build && isRecent(readAt))
  const queries = clientState.queries.flatMap((query) => {
    try {
      return isUsable(query, query.state.dataUpdatedAt)
        ? [{ ...query, state: { ...query.state, data: readAgain(String(query.state.data)) } }]
        : []
    } catch {
      return []
    }
  })
  return { buster: build, timestamp: Date.now(), clientState: { queries, mutations: [] } }
}

/** A refetch that has failed since must not lose the earlier answer. */
const succeeded = { status: 'success', error: null, fetchFailureCount: 0, fetchFailureReason: null } as const

function withoutFailures({ clientState, ...rest }: PersistedClient): PersistedClient {
  const queries = clientState.queries.map((query) => ({ ...query, state: { ...query.state, ...succeeded } }))
  return { ...rest, clientState: { queries, mutations: [] } }
}

/** How `userId`'s reads are stored and restored. Those of another build are dropped, as they may have another shape, except states. */
const optionsFor = (queryClient: QueryClient, userId: string, build: string): PersistQueryClientOptions => ({
  queryClient,
  buster: build,
  maxAge,
  persister: {
    persistClient: async (client) =>
      void (await writeToDevice(({ reads }) => reads.put({ owner: userId, client: withoutFailures(client) }))),
    restoreClient: async () => {
      const stored = await readFromDevice(({ reads }) => reads.get(userId)).catch(() => undefined)
      if (!stored || readerOf(currentSession()) !== userId) return undefined
      const client = readable(stored.client, build)
      if (client.clientState.queries.length > 0) return client
      await writeToDevice(({ reads }) => reads.delete(userId))
      return undefined
    },
    removeClient: async () => void (await writeToDevice(({ reads }) => reads.delete(userId))),
  },
  dehydrateOptions: {
    shouldDehydrateQuery: (query) =>
      isStored(query) && query.state.data !== undefined && (isState(query) || isRecent(query.state.dataUpdatedAt)),
    shouldDehydrateMutation: () => false,
    serializeData: JSON.stringify,
  },
  hydrateOptions: { defaultOptions: { queries: { gcTime: maxAge } } },
})

/** Gives the pages what the person last read on this device; it is stale until it is refetched. */
async function restore(options: PersistQueryClientOptions): Promise<void> {
  // Unreadable stored data must not prevent the start.
  await persistQueryClientRestore(options).catch(() => undefined)
  await options.queryClient.invalidateQueries({ predicate: isStored, refetchType: 'none' })
}

/** Stores the person's reads on this device until stopped. Unlike the library's own subscription, it combines several reads into one write. */
function keep(options: PersistQueryClientOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function write(): void {
    clearTimeout(timer)
    timer = undefined
    void persistQueryClientSave(options)
  }
  // A phone may end an app that is in the background.
  const writeNow = () => document.hidden && timer !== undefined && write()
  const stopListening = options.queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !isStored(event.query)) return
    timer ??= setTimeout(write, gathered)
  })
  document.addEventListener('visibilitychange', writeNow)
  return () => {
    clearTimeout(timer)
    stopListening()
    document.removeEventListener('visibilitychange', writeNow)
  }
}

const delay = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Stores what a driver reads for as long as they are signed in, and nobody else's reads, until stopped. Resolves once the earlier reads of the
 * signed-in person are restored. `build` identifies the build of the app.
 */
export async function followReads(client: QueryClient, build: string): Promise<() => void> {
  let reader: string | null | undefined
  let stop: (() => void) | undefined
  function follow(): void {
    const now = readerOf(currentSession())
    if (now === reader) return
    const isStart = reader === undefined
    reader = now
    stop?.()
    stop = now === null ? undefined : keep(optionsFor(client, now, build))
    const owner = now ?? ''
    const dropOthers = ({ reads }: DeviceDatabase) => reads.where('owner').notEqual(owner).delete()
    void (isStart ? sweepDevice(dropOthers) : writeToDevice(dropOthers))
  }
  const first = readerOf(currentSession())
  if (first !== null) await Promise.race([restore(optionsFor(client, first, build)), delay(maxStartDelay)])
  follow()
  const stopListening = onAuthState(follow)
  return () => {
    stopListening()
    stop?.()
  }
}
