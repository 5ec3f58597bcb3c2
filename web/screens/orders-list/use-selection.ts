import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { maxPrintedOrders } from '#domain/features/waybills/print-calls.ts'
import type { Filter, SortKey } from '#domain/model/query/list-query.ts'
import { useAction } from '#web/data/use-action.ts'
import { type OrderRow, staffOrderQuery, toStaffOrderRow } from '#web/features/orders/order-rows.ts'
import type { Selection } from '#web/kit/list/columns.ts'
import { useSessionState } from '#web/kit/list/selection/session-state.ts'
import { wholeQuery } from '../../data/queries.ts'
import type { View } from './views.ts'

/** The limit of one print. Changes are saved separately for each order, and calls are split into parts. */
const maxSelected = maxPrintedOrders

type Ticked = { view: View; ids: ReadonlySet<string>; beyond: boolean }
type Listed = {
  view: View
  filter: Filter<'tilaus'>
  sort: readonly SortKey<'tilaus'>[]
  rows: readonly OrderRow[]
  /** A dialog works on the selected orders: the rows beyond the list are not refetched after each of its changes. */
  paused: boolean
}
type Selected = {
  orders: readonly OrderRow[]
  /** The latest version of every order that can be selected: the listed ones, and further ones after "select all". */
  known: readonly OrderRow[]
  /** The selected orders as they are now, for an action on them; null when they could not be fetched. */
  readSelected: () => Promise<readonly OrderRow[] | null>
  selection: Selection
}

type Row = Parameters<typeof toStaffOrderRow>
type Page = { rows: readonly Row[0][]; included: Row[1] }

/** The rows of the list, followed by those fetched beyond it. */
function joined(rows: readonly OrderRow[], pages: readonly Page[]): readonly OrderRow[] {
  const listed = new Map(rows.map((order) => [order.id, order]))
  for (const page of pages) for (const row of page.rows) if (!listed.has(row.id)) listed.set(row.id, toStaffOrderRow(row, page.included))
  return [...listed.values()]
}

/** The selected orders of the list: of the rows fetched so far, or of all that its filters find. */
export function useSelection({ view, filter, sort, rows, paused }: Listed): Selected {
  const client = useQueryClient()
  const [ticked, setTicked] = useSessionState<Ticked>('tilaukset', { view, ids: new Set(), beyond: false })
  const beyond = ticked.view === view && ticked.beyond
  const whole = wholeQuery('tilaus', { ...staffOrderQuery, filter, sort }, maxSelected)
  const isBeyond = useMemo(() => {
    const listed = new Set(rows.map(({ id }) => id))
    return beyond && [...ticked.ids].some((id) => !listed.has(id))
  }, [beyond, ticked.ids, rows])
  const { data } = useQuery({ ...whole, enabled: isBeyond && !paused })
  const known = useMemo(() => (beyond && data ? joined(rows, data) : rows), [beyond, data, rows])

  // Orders hidden by another view or a filter are not changed.
  const orders = useMemo(
    () => (ticked.view === view ? known.filter(({ id }) => ticked.ids.has(id)) : []),
    [ticked.view, ticked.ids, view, known],
  )
  const onChange = (ids: ReadonlySet<string>) => setTicked({ view, ids, beyond: beyond && ids.size > 0 })
  // If it fails, a toast gives the reason, and the offer remains.
  const { run: selectAll, isRunning } = useAction({
    mutationFn: () => client.fetchQuery(whole).catch(() => null),
    onSuccess: (pages) => {
      if (pages) setTicked({ view, ids: new Set(pages.flatMap((page) => page.rows.map(({ id }) => id))), beyond: true })
    },
  })
  const readSelected = async () => {
    if (!isBeyond) return orders
    try {
      const pages = await client.fetchQuery(whole)
      return joined(rows, pages).filter(({ id }) => ticked.ids.has(id))
    } catch {
      // A toast has reported the reason.
      return null
    }
  }
  const selected = useMemo(() => new Set(orders.map(({ id }) => id)), [orders])
  return {
    orders,
    known,
    readSelected,
    selection: { selected, onChange, all: { max: maxSelected, onChoose: () => selectAll(), busy: isRunning } },
  }
}
