import {
  type PersistedClient,
  type PersistQueryClientOptions,
  persistQueryClientRestore,
  persistQueryClientSave,
} from '@tanstack/query-persist-client-core'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { currentSession, holdsAny, onAuthState, type Session } from '#web/session/session.ts'
import { readAgain } from '../json-api.ts'
import type { DeviceDatabase } from './database.ts'
import { readFromDevice, sweepDevice, writeToDevice } from './device-store.ts'

/** A week: older reads are dropped (milliseconds). */
const maxAge = 7 * 24 * 60 * 60_000
/** Reads within this time are stored in one write (milliseconds). */
const gathered = 1000

/** The app starts without the stored reads after this delay, and shows them when they come (milliseconds). */
const maxStartDelay = 3000

/** Spread into a query whose last answer is stored on a driver's device, so that its page opens offline, also after a reload or an update of the app. */
export const storedRead = { meta: { stored: 'read' }, gcTime: maxAge }
/**
 * As `storedRead`, for what tells where the person's own work stands: without a network nothing can replace it, so it is kept however
 * old it is. Its reader checks its shape.
 */
export const storedState = { meta: { stored: 'state' }, gcTime: Number.POSITIVE_INFINITY }

type Marked = { meta?: Query['meta'] }
const isState = ({ meta }: Marked): boolean => meta?.stored === 'state'
const isStored = (query: Marked): boolean => query.meta?.stored === 'read' || isState(query)

/** The person whose reads this device stores (rules/screens.md#offline); null for everybody but drivers. */
const readerOf = (session: Session | null): string | null =>
  session && holdsAny(session, ['kuljettaja']) && !holdsAny(session, ['yllapito']) ? session.user.id : null

const isRecent = (readAt: number): boolean => readAt > Date.now() - maxAge

/** Whether this build can show what another has stored as the answer of the query with this key. May throw when it cannot. */
type IsReadable = (queryKey: QueryKey, data: unknown) => boolean
/** `build` identifies the build of the app; `loadShapes`: how reads of other builds are checked. */
export type Build = { build: string; loadShapes: () => Promise<{ isReadable: IsReadable }> }

/** The recent and valid part of what is stored; of another build what this one can read. The rest is refetched. */
async function readable({ clientState, buster }: PersistedClient, { build, loadShapes }: Build): Promise<PersistedClient> {
  const isReadable = buster === build ? () => true : (await loadShapes()).isReadable
  const queries = clientState.queries.flatMap((query) => {
    if (!isState(query) && !isRecent(query.state.dataUpdatedAt)) return []
    try {
      const data = readAgain(String(query.state.data))
      return isState(query) || isReadable(query.queryKey, data) ? [{ ...query, state: { ...query.state, data } }] : []
    } catch {
      return []
    }
  })
  return { buster: build, timestamp: Date.now(), clientState: { queries, mutations: [] } }
}

const texts = new WeakMap<object, string>()
/** The data as JSON. Written once for each answer: a device stores all its reads again at every new one. */
function textOf(data: unknown): string {
  if (typeof data !== 'object' || data === null) return JSON.stringify(data)
  const text = texts.get(data) ?? JSON.stringify(data)
  texts.set(data, text)
  return text
}

/** A refetch that has failed since must not lose the earlier answer. */
const succeeded = { status: 'success', error: null, fetchFailureCount: 0, fetchFailureReason: null } as const

function withoutFailures({ clientState, ...rest }: PersistedClient): PersistedClient {
  const queries = clientState.queries.map((query) => ({ ...query, state: { ...query.state, ...succeeded } }))
  return { ...rest, clientState: { queries, mutations: [] } }
}

/** How `userId`'s reads are stored and restored. */
const optionsFor = (queryClient: QueryClient, userId: string, version: Build): PersistQueryClientOptions => ({
  queryClient,
  buster: version.build,
  maxAge,
  persister: {
    persistClient: async (client) =>
      void (await writeToDevice(({ reads }) => reads.put({ owner: userId, client: withoutFailures(client) }))),
    restoreClient: async () => {
      const stored = await readFromDevice(({ reads }) => reads.get(userId)).catch(() => undefined)
      if (!stored || readerOf(currentSession()) !== userId) return undefined
      const client = await readable(stored.client, version)
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
    serializeData: textOf,
  },
  hydrateOptions: { defaultOptions: { queries: { gcTime: maxAge } } },
})

/** Gives the pages what the person last read on this device; it is stale until it is refetched. */
async function restore(options: PersistQueryClientOptions): Promise<void> {
  // Unreadable stored data must not prevent the start.
  await persistQueryClientRestore(options).catch(() => undefined)
  await options.queryClient.invalidateQueries({ predicate: isStored, refetchType: 'none' })
}

let storeNow = async (): Promise<void> => undefined
/** Resolves once the device has stored what has been read so far, or cannot; at once for people whose reads are not stored. */
export const readsStored = (): Promise<void> => storeNow()

/** Stores the person's reads on this device until stopped. Unlike the library's own subscription, it combines several reads into one write. */
function keep(options: PersistQueryClientOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let written = Promise.resolve()
  function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    written = persistQueryClientSave(options).catch(() => undefined)
    return written
  }
  storeNow = () => (timer === undefined ? written : write())
  // A phone may end an app that is in the background.
  const writeNow = () => void (document.hidden && storeNow())
  const stopListening = options.queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !isStored(event.query)) return
    timer ??= setTimeout(write, gathered)
  })
  document.addEventListener('visibilitychange', writeNow)
  return () => {
    clearTimeout(timer)
    storeNow = async () => undefined
    stopListening()
    document.removeEventListener('visibilitychange', writeNow)
  }
}

const delay = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Stores what a driver reads for as long as they are signed in, and nobody else's reads, until stopped. Resolves once the earlier reads of the
 * signed-in person are restored.
 */
export async function followReads(client: QueryClient, version: Build): Promise<() => void> {
  let reader: string | null | undefined
  let stop: (() => void) | undefined
  function follow(): void {
    const now = readerOf(currentSession())
    if (now === reader) return
    const isStart = reader === undefined
    reader = now
    stop?.()
    stop = now === null ? undefined : keep(optionsFor(client, now, version))
    const owner = now ?? ''
    const dropOthers = ({ reads }: DeviceDatabase) => reads.where('owner').notEqual(owner).delete()
    void (isStart ? sweepDevice(dropOthers) : writeToDevice(dropOthers))
  }
  const first = readerOf(currentSession())
  if (first !== null) await Promise.race([restore(optionsFor(client, first, version)), delay(maxStartDelay)])
  follow()
  const stopListening = onAuthState(follow)
  return () => {
    stopListening()
    stop?.()
  }
}
