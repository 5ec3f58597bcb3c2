import { type DehydratedState, dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { currentSession, holdsAny, onAuthState, type Session } from '../session/session.ts'
import { nowSeconds } from '../session/token.ts'
import { dropOldFromDevice, keepOnDevice, readFromDevice } from './device-store.ts'
import { readAgain } from './json-api.ts'

/** A day's work: the next one is read anew (milliseconds). */
const keptFor = 24 * 60 * 60_000
/** What is read within this time is written once (milliseconds). */
const gathered = 1000

/** Spread into a query whose last answer a driver's device keeps: its page is there where there is no network, over a reload too. */
export const keptRead = { meta: { kept: true }, gcTime: keptFor }

const isKept = ({ meta }: Pick<Query, 'meta'>): boolean => meta?.kept === true

/** Whose reads this device keeps (SCREENS "Offline (drivers)"); null for everybody who works at a desk. */
const readerOf = (session: Session | null): string | null =>
  session && holdsAny(session, ['kuljettaja']) && !holdsAny(session, ['yllapito']) ? session.user.id : null

const ending = '.reads'
const keyOf = (userId: string): string => `${userId}${ending}`

// Like all that the device keeps it says since when, for the sweep (web/kit/kept.ts). The state is of the shape that the build has given it.
const keptShape = z.object({ savedAt: z.number(), value: z.object({ build: z.string(), state: z.custom<DehydratedState>() }) })

const isRecent = (readAt: number): boolean => readAt > Date.now() - keptFor

function stateOf(client: QueryClient): DehydratedState {
  const { queries } = dehydrate(client, {
    shouldDehydrateQuery: (query) => isKept(query) && query.state.data !== undefined && isRecent(query.state.dataUpdatedAt),
    shouldDehydrateMutation: () => false,
    serializeData: JSON.stringify,
  })
  // A read that has failed since is no reason to lose what came before it.
  const succeeded = { status: 'success', error: null, fetchFailureCount: 0, fetchFailureReason: null } as const
  return { queries: queries.map((query) => ({ ...query, state: { ...query.state, ...succeeded } })), mutations: [] }
}

/** Gives the pages what the person last read on this device; it is old until it is asked for anew. */
async function restore(client: QueryClient, userId: string, build: string): Promise<void> {
  const kept = keptShape.safeParse((await readFromDevice(keyOf(userId)))?.value)
  // What another build has kept may have another shape.
  if (!kept.success || kept.data.value.build !== build || readerOf(currentSession()) !== userId) return
  try {
    const queries = kept.data.value.state.queries.filter(({ state }) => isRecent(state.dataUpdatedAt))
    hydrate(client, { queries }, { defaultOptions: { queries: { gcTime: keptFor }, deserializeData: readAgain } })
  } catch {
    // Nothing that a device holds may keep the app from starting: what is not understood is asked anew.
  }
  await client.invalidateQueries({ predicate: isKept, refetchType: 'none' })
}

/** Keeps on this device what `userId` reads, until stopped. */
function keep(client: QueryClient, userId: string, build: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function write(): void {
    clearTimeout(timer)
    timer = undefined
    void keepOnDevice(keyOf(userId), { savedAt: nowSeconds(), value: { build, state: stateOf(client) } })
  }
  // A phone may end an app that nobody looks at.
  const writeNow = () => document.hidden && timer !== undefined && write()
  const stopListening = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !isKept(event.query)) return
    timer ??= setTimeout(write, gathered)
  })
  document.addEventListener('visibilitychange', writeNow)
  return () => {
    clearTimeout(timer)
    stopListening()
    document.removeEventListener('visibilitychange', writeNow)
  }
}

/**
 * Keeps on this device what a driver reads for as long as they are signed in, and nobody else's, until stopped. It has begun once what the one signed
 * in has read before is there. `build` is another one with any change of the app.
 */
export async function followReads(client: QueryClient, build: string): Promise<() => void> {
  let reader: string | null | undefined
  let stop: (() => void) | undefined
  function follow(): void {
    const now = readerOf(currentSession())
    if (now === reader) return
    reader = now
    stop?.()
    stop = now === null ? undefined : keep(client, now, build)
    void dropOldFromDevice((_, key) => key.endsWith(ending) && (now === null || key !== keyOf(now)))
  }
  const first = readerOf(currentSession())
  if (first !== null) await restore(client, first, build)
  follow()
  const stopListening = onAuthState(follow)
  return () => {
    stopListening()
    stop?.()
  }
}
