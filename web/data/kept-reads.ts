import { type DehydratedState, dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { appVersion } from '#domain/runtime-config.ts'
import { holdsAny, type Session } from '../session/session.ts'
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
export const readerOf = (session: Session | null): string | null =>
  session && holdsAny(session, ['kuljettaja']) && !holdsAny(session, ['yllapito']) ? session.user.id : null

const ending = '.reads'
const keyOf = (userId: string): string => `${userId}${ending}`

/** What another build has kept may have another shape. The name of this file, as it is built, follows from all that the app is. */
const build = `${appVersion} ${import.meta.url}`
// Like all that the device keeps it says since when, for the sweep (web/kit/kept.ts); of the state this same build is the author.
const keptShape = z.object({ savedAt: z.number(), value: z.object({ build: z.literal(build), state: z.custom<DehydratedState>() }) })

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
export async function restoreReads(client: QueryClient, userId: string): Promise<void> {
  const kept = keptShape.safeParse((await readFromDevice(keyOf(userId)))?.value)
  if (!kept.success) return
  try {
    const queries = kept.data.value.state.queries.filter(({ state }) => isRecent(state.dataUpdatedAt))
    hydrate(client, { queries }, { defaultOptions: { queries: { gcTime: keptFor }, deserializeData: readAgain } })
  } catch {
    // Nothing that a device holds may keep the app from starting: what is not understood is asked anew.
  }
  await client.invalidateQueries({ predicate: isKept, refetchType: 'none' })
}

/** Keeps on this device what `userId` reads, until stopped; what it has kept of anybody else goes. */
export function keepReads(client: QueryClient, userId: string | null): () => void {
  void dropOldFromDevice((_, key) => key.endsWith(ending) && (userId === null || key !== keyOf(userId)))
  if (userId === null) return () => undefined

  let timer: ReturnType<typeof setTimeout> | undefined
  function write(own: string): void {
    clearTimeout(timer)
    timer = undefined
    void keepOnDevice(keyOf(own), { savedAt: nowSeconds(), value: { build, state: stateOf(client) } })
  }
  // A phone may end an app that nobody looks at.
  const writeNow = () => document.hidden && timer !== undefined && write(userId)
  const stopListening = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !isKept(event.query)) return
    timer ??= setTimeout(() => write(userId), gathered)
  })
  document.addEventListener('visibilitychange', writeNow)
  return () => {
    clearTimeout(timer)
    stopListening()
    document.removeEventListener('visibilitychange', writeNow)
  }
}
