import { useLocalStorage } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useSession } from '#web/session/session.ts'
import { usePageSearch } from '../../page/page-search.ts'
import { type Column, type ColumnLayout, movedColumn, readWidths, shownColumns, writeWidths } from '../columns.ts'

type Stored = { sarakkeet?: string; leveydet?: string }

/**
 * The columns of a list, their order and widths: those in the address (a saved view or a link), else those that the person last
 * chose on this device. A choice is kept in both; while a saved view is open, in the address alone, so that it can be saved into the view.
 */
export function useColumnLayout<T>(columns: readonly Column<T>[]) {
  const { search, set } = usePageSearch()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const user = useSession()?.user.id ?? ''
  const [stored, setStored] = useLocalStorage<Stored>({
    key: `kuorma.columns.${user}.${path}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const chosen = search.sarakkeet ?? stored.sarakkeet
  const widths = search.leveydet ?? stored.leveydet
  const shown = shownColumns(columns, chosen)
  const shownIds = shown.join()
  return useMemo(() => {
    const store = (changes: { sarakkeet?: string | undefined; leveydet?: string | undefined }) => {
      const next = { sarakkeet: chosen, leveydet: widths, ...changes }
      set(next)
      if (search.oma) return
      setStored({
        ...(next.sarakkeet ? { sarakkeet: next.sarakkeet } : {}),
        ...(next.leveydet ? { leveydet: next.leveydet } : {}),
      })
    }
    const ids = shownIds.split(',')
    const current = readWidths(widths)
    const layout: ColumnLayout = {
      widths: current,
      onWidth(id, width) {
        const { [id]: _, ...others } = current
        store({ leveydet: writeWidths(width === null ? others : { ...current, [id]: width }) || undefined })
      },
      onMove: (id, to) => store({ sarakkeet: movedColumn(ids, id, to).join() }),
    }
    return {
      shown: ids,
      layout,
      /** The person has chosen the columns: none of them is left out. */
      isChosen: chosen !== undefined,
      isChanged: chosen !== undefined || widths !== undefined,
      choose: (next: readonly string[]) => store({ sarakkeet: next.join() }),
      reset: () => store({ sarakkeet: undefined, leveydet: undefined }),
    }
  }, [chosen, widths, shownIds, search.oma, set, setStored])
}
