type Rules = {
  atOnce: number
  /** So many of them one person's; as many as there are when it is not said. */
  ofOne?: number
}

/**
 * Lets so many work at a time; the others wait for their turn. `whose` is the id of the person whose turn it takes: whoever has had
 * one waits for the next behind everybody else.
 */
export function turns({ atOnce, ofOne = atOnce }: Rules): <T>(work: () => Promise<T>, whose?: string) => Promise<T> {
  const working = new Map<string, number>()
  let busy = 0
  let waiting: { whose: string; begin: () => void }[] = []

  const mayBegin = ({ whose }: { whose: string }): boolean => busy < atOnce && (working.get(whose) ?? 0) < ofOne

  function end(whose: string): void {
    busy--
    const left = (working.get(whose) ?? 1) - 1
    if (left === 0) working.delete(whose)
    else working.set(whose, left)
    const own = Map.groupBy(waiting, (one) => one.whose === whose)
    waiting = [...(own.get(false) ?? []), ...(own.get(true) ?? [])]
    const next = waiting.findIndex(mayBegin)
    if (next >= 0) for (const { begin } of waiting.splice(next, 1)) begin()
  }

  return (work, whose = '') =>
    new Promise((resolve, reject) => {
      const begin = async () => {
        busy++
        working.set(whose, (working.get(whose) ?? 0) + 1)
        try {
          resolve(await work())
        } catch (error) {
          reject(error)
        } finally {
          end(whose)
        }
      }
      if (mayBegin({ whose })) void begin()
      else waiting.push({ whose, begin })
    })
}
