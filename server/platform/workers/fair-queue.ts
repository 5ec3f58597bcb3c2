import { RequestFault } from '#domain/errors.ts'

/** Where work comes from: a user, and the customer they belong to; or a network address, and the network it is in. */
export type Source = { id: string; group?: string | null }

type Limits = {
  /** Work that runs at a time. */
  maxRunning: number
  maxRunningPerSource?: number
  maxRunningPerGroup?: number
  /** Running and waiting work. What exceeds it is refused: of one source or group with 429, of all together with 503. */
  maxPendingPerSource?: number
  maxPendingPerGroup?: number
  maxPending?: number
  /** The text of a refusal. */
  refusal?: string
}

type Entry = { source: Source; start: () => Promise<void>; refuse: (reason: RequestFault) => void }

const sourceOf = (source: Source): string => source.id
/** A source without a group is a group by itself. */
const groupOf = (source: Source): string => source.group ?? source.id
const unlimited = Number.POSITIVE_INFINITY

/**
 * Runs limited work and lets the rest wait. A source that has just been served waits behind all others, and so do the other sources of its
 * group. When the queue is full, newcomers take the places of the groups and sources that hold most.
 */
export function fairQueue(limits: Limits): <T>(source: Source, work: () => Promise<T>) => Promise<T> {
  const { maxRunning, maxRunningPerSource = unlimited, maxRunningPerGroup = unlimited } = limits
  const { maxPendingPerSource = unlimited, maxPendingPerGroup = unlimited, maxPending = unlimited, refusal = '' } = limits
  const running = new Set<Entry>()
  let waiting: Entry[] = []

  const pending = (): Entry[] => [...running, ...waiting]

  const mayStart = ({ source }: Entry): boolean =>
    running.size < maxRunning &&
    placesOf([...running], sourceOf)(source) < maxRunningPerSource &&
    (source.group == null || placesOf([...running], groupOf)(source) < maxRunningPerGroup)

  async function run(entry: Entry): Promise<void> {
    running.add(entry)
    await entry.start()
    running.delete(entry)
    const rank = ({ source }: Entry): number => Number(source.id === entry.source.id) + Number(groupOf(source) === groupOf(entry.source))
    waiting = waiting.toSorted((a, b) => rank(a) - rank(b))
    const next = waiting.findIndex(mayStart)
    for (const started of next < 0 ? [] : waiting.splice(next, 1)) void run(started)
  }

  /**
   * The last work of the group, and in it of the source, that holds most places. It has to hold two more than the newcomer: with
   * one more, the two would take the place from each other without end.
   */
  function evictable(newcomer: Source): Entry | undefined {
    const [inGroup, ofSource] = [placesOf(pending(), groupOf), placesOf(pending(), sourceOf)]
    const holdsMore = ({ source }: Entry): boolean =>
      groupOf(source) === groupOf(newcomer) ? ofSource(source) >= ofSource(newcomer) + 2 : inGroup(source) >= inGroup(newcomer) + 2
    return waiting
      .filter(holdsMore)
      .toReversed()
      .toSorted((a, b) => inGroup(b.source) - inGroup(a.source) || ofSource(b.source) - ofSource(a.source))[0]
  }

  /** Throws for work that gets no place. */
  function admit(source: Source): void {
    const isOverShare =
      placesOf(pending(), sourceOf)(source) >= maxPendingPerSource || placesOf(pending(), groupOf)(source) >= maxPendingPerGroup
    if (isOverShare) throw new RequestFault({ kind: 'too_many', detail: refusal })
    if (running.size + waiting.length < maxPending) return
    const evicted = evictable(source)
    if (!evicted) throw new RequestFault({ kind: 'unavailable', detail: refusal })
    waiting = waiting.filter((entry) => entry !== evicted)
    evicted.refuse(new RequestFault({ kind: 'too_many', detail: refusal }))
  }

  return async <T>(source: Source, work: () => Promise<T>): Promise<T> => {
    admit(source)
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const start = async (): Promise<void> => {
      try {
        resolve(await work())
      } catch (error) {
        reject(error)
      }
    }
    const entry = { source, start, refuse: reject }
    if (mayStart(entry)) void run(entry)
    else waiting.push(entry)
    return promise
  }
}

/** How many entries come from the same source, or group, as another. */
function placesOf(entries: readonly Entry[], keyOf: (source: Source) => string): (source: Source) => number {
  const counts = new Map<string, number>()
  for (const { source } of entries) counts.set(keyOf(source), (counts.get(keyOf(source)) ?? 0) + 1)
  return (source) => counts.get(keyOf(source)) ?? 0
}

/** Runs at most `maxRunning` pieces of work at a time, in the order in which they arrive. */
export function semaphore(maxRunning: number): <T>(work: () => Promise<T>) => Promise<T> {
  const queue = fairQueue({ maxRunning })
  return (work) => queue({ id: '' }, work)
}
