import { RequestFault } from '#domain/errors.ts'
import { turns } from './jsonapi/turns.ts'

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
  const inTurn = turns({ atOnce, ofOne: 1 })
  const unfinished = new Map<string, number>()
  return async (whose, work) => {
    const count = unfinished.get(whose) ?? 0
    if (count >= each) throw new RequestFault({ kind: 'too_many', detail: refusal })
    unfinished.set(whose, count + 1)
    try {
      return await inTurn(work, whose)
    } finally {
      const left = (unfinished.get(whose) ?? 1) - 1
      if (left === 0) unfinished.delete(whose)
      else unfinished.set(whose, left)
    }
  }
}
