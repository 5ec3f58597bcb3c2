import { turns } from './turns.ts'

/**
 * Does so many pieces of work at a time. Those that wait under the same key are done once, for all who wait (decision 31); work that
 * has begun is joined by nobody, as it may not see what they have stored meanwhile.
 */
export function onceInTurn<T>(most: number): (key: string, work: () => Promise<T>) => Promise<T> {
  const inTurn = turns(most)
  const waiting = new Map<string, Promise<T>>()
  return (key, work) => {
    const same = waiting.get(key)
    if (same) return same
    let isBegun = false
    const result = inTurn(() => {
      isBegun = true
      waiting.delete(key)
      return work()
    })
    if (!isBegun) waiting.set(key, result)
    return result
  }
}
