import { useMemo, useState } from 'react'

/** What is chosen, and which piece of work in the list the Tab key reaches. */
export function useChoice() {
  const [active, setActive] = useState<string | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return useMemo(
    () => ({
      active,
      chosen,
      choose(id: string, isAdded = false) {
        setActive(id)
        setChosen((before) => new Set(isAdded ? (before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]) : [id]))
      },
      /** Chooses these too; the last one is active. */
      add(ids: readonly string[]) {
        setActive(ids.at(-1) ?? null)
        setChosen((before) => new Set([...before, ...ids]))
      },
      clear() {
        setActive(null)
        setChosen(new Set())
      },
      tabbedWork: (free: readonly string[]): string | null => (active !== null && free.includes(active) ? active : (free[0] ?? null)),
    }),
    [active, chosen],
  )
}
