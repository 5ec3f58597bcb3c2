import { useMemo } from 'react'
import type { Selection } from '../columns.ts'
import { useSessionState } from './session-state.ts'

type Kept<T> = { part: string; rows: ReadonlyMap<string, T> }

/** Parts of a list's address that do not change which rows it finds. */
const besides = ['jarjestys', 'sarakkeet', 'leveydet', 'kartta']

/** The part of the list that the address shows, as a text: its tab, search and filters. */
export const partOf = (search: Readonly<Record<string, string | undefined>>): string =>
  JSON.stringify(
    Object.entries(search)
      .filter(([name, value]) => value && !besides.includes(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/**
 * The selected rows of a list, kept while the person visits other pages, scrolls or acts on them. Rows that are no longer fetched are as
 * they were last read. Another part of the list (`part`) has a selection of its own, so that nothing hidden by a filter is changed.
 */
export function useSelectedRows<T extends { id: string }>(list: string, { part, rows }: { part: string; rows: readonly T[] }) {
  const [stored, setStored] = useSessionState<Kept<T>>(list, { part, rows: new Map() })
  const kept = stored.part === part ? stored.rows : null
  const { selected, ids } = useMemo(() => {
    const read = new Map(rows.map((row) => [row.id, row]))
    const selected = [...(kept ?? [])].map(([id, row]) => read.get(id) ?? row)
    return { selected, ids: new Set(selected.map(({ id }) => id)) }
  }, [kept, rows])
  const onChange = (next: ReadonlySet<string>) => {
    const known = new Map([...(kept ?? []), ...rows.map((row) => [row.id, row] as const)])
    const chosen = [...next].flatMap((id): [string, T][] => {
      const row = known.get(id)
      return row ? [[id, row]] : []
    })
    setStored({ part, rows: new Map(chosen) })
  }
  const selection: Selection = { selected: ids, onChange }
  return { selected, selection, clear: () => onChange(new Set()) }
}

/** What an action is done to: the selected rows, or without any, the one that `j` and `k` have chosen. */
export const targetsOf = <T>(selected: readonly T[], current: T | null): readonly T[] =>
  selected.length > 0 ? selected : current === null ? [] : [current]

/** What an action on a row is done to: all selected rows when it is one of them. */
export const rowsWith = <T extends { id: string }>(selected: readonly T[], row: T): readonly T[] =>
  selected.some(({ id }) => id === row.id) ? selected : [row]
