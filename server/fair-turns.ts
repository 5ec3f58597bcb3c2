import { RequestFault } from '#domain/errors.ts'

type Rules = {
  /** So many work at a time, and one of each person's. */
  atOnce: number
  /** What one person may have under way and waiting; more is refused (429) in these words. */
  each: number
  refusal: string
}

/**
 * Turns at work that takes long: however much one person asks for, another waits for at most one work of theirs.
 * `whose` is whoever takes the turn, by id.
 */
export function fairTurns({ atOnce, each, refusal }: Rules): <T>(whose: string, work: () => Promise<T>) => Promise<T> {
  const unfinished = new Map<string, number>()
  const working = new Set<string>()
  let waiting: { whose: string; begin: () => void }[] = []

  function next(): void {
    const index = waiting.findIndex(({ whose }) => !working.has(whose))
    if (working.size >= atOnce || index < 0) return
    for (const { whose, begin } of waiting.splice(index, 1)) {
      working.add(whose)
      begin()
    }
  }

  return async (whose, work) => {
    const count = unfinished.get(whose) ?? 0
    if (count >= each) throw new RequestFault({ kind: 'too_many', detail: refusal })
    unfinished.set(whose, count + 1)
    await new Promise<void>((begin) => {
      waiting.push({ whose, begin })
      next()
    })
    try {
      return await work()
    } finally {
      working.delete(whose)
      const left = (unfinished.get(whose) ?? 1) - 1
      if (left === 0) unfinished.delete(whose)
      else unfinished.set(whose, left)
      // They have had their turn: what else they wait for comes after everybody else's.
      const own = waiting.filter((one) => one.whose === whose)
      waiting = [...waiting.filter((one) => one.whose !== whose), ...own]
      next()
    }
  }
}
