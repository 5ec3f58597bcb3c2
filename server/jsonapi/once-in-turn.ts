type Rules = {
  atOnce: number
  /** So many of them one person's: whatever one asks for, others come in between. */
  ofOne: number
  /** Milliseconds: who has waited so long is refused. */
  longestWait: number
  refusal: () => Error
}
type Waiting<T> = {
  whose: string
  work: () => Promise<T>
  answer: PromiseWithResolvers<T>
  patience: NodeJS.Timeout
}

/**
 * Does pieces of work in turns. Those that wait under the same key are done once, for all who wait (decision 31); work that has begun
 * is joined by nobody, as it may not see what they have stored meanwhile. `whose` is the id of the person whose turn it takes.
 */
export function onceInTurn<T>({ atOnce, ofOne, longestWait, refusal }: Rules) {
  const waiting = new Map<string, Waiting<T>>()
  const working = new Map<string, number>()
  let busy = 0

  function begin({ whose, work, answer }: Pick<Waiting<T>, 'whose' | 'work' | 'answer'>): void {
    busy++
    working.set(whose, (working.get(whose) ?? 0) + 1)
    work()
      .then(answer.resolve, answer.reject)
      .finally(() => {
        busy--
        const left = (working.get(whose) ?? 1) - 1
        if (left === 0) working.delete(whose)
        else working.set(whose, left)
        next()
      })
  }

  const mayBegin = (whose: string): boolean => busy < atOnce && (working.get(whose) ?? 0) < ofOne

  function next(): void {
    for (const [key, one] of waiting) {
      if (!mayBegin(one.whose)) continue
      waiting.delete(key)
      clearTimeout(one.patience)
      begin(one)
    }
  }

  return (whose: string, key: string, work: () => Promise<T>): Promise<T> => {
    const same = waiting.get(key)
    if (same) return same.answer.promise
    const answer = Promise.withResolvers<T>()
    if (mayBegin(whose)) begin({ whose, work, answer })
    else {
      const patience = setTimeout(() => {
        waiting.delete(key)
        answer.reject(refusal())
      }, longestWait)
      waiting.set(key, { whose, work, answer, patience })
    }
    return answer.promise
  }
}
