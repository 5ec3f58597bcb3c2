import { turns } from './turns.ts'

type Rules = {
  atOnce: number
  /** So many of them one person's: whatever one asks for, others come in between. */
  ofOne: number
  /** Milliseconds: who has waited so long is refused. */
  longestWait: number
  refusal: () => Error
}

/**
 * Does pieces of work in turns. Those that wait under the same key are done once, for all who wait (decision 31); work that has begun
 * is joined by nobody, as it may not see what they have stored meanwhile. `whose` is the id of the person whose turn it takes.
 */
export function onceInTurn<T>({ atOnce, ofOne, longestWait, refusal }: Rules) {
  const inTurn = turns({ atOnce, ofOne })
  const waiting = new Map<string, Promise<T>>()
  return (whose: string, key: string, work: () => Promise<T>): Promise<T> => {
    const same = waiting.get(key)
    if (same) return same
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    let patience: NodeJS.Timeout | undefined
    let stage: 'waits' | 'begun' | 'refused' = 'waits'
    void inTurn(async () => {
      if (stage === 'refused') return
      stage = 'begun'
      clearTimeout(patience)
      waiting.delete(key)
      await work().then(resolve, reject)
    }, whose)
    if (stage === 'waits') {
      waiting.set(key, promise)
      patience = setTimeout(() => {
        stage = 'refused'
        waiting.delete(key)
        reject(refusal())
      }, longestWait)
    }
    return promise
  }
}
