import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { mostPrintedOrders } from '#domain/calls/print-waybills.ts'
import type { Filter, Sort } from '../../data/json-api.ts'
import { wholeQuery } from '../../data/queries.ts'
import type { Selection } from '../../kit/columns.ts'
import { type OrderRow, staffOrderQuery, toStaffOrderRow } from '../../kit/order-rows.ts'
import type { View } from './views.ts'

/** What one print takes; changes are saved order by order, and calls are made in parts. */
const mostSelected = mostPrintedOrders

type Ticked = { view: View; ids: ReadonlySet<string>; beyond: boolean }
type Listed = { view: View; filter: Filter; sort: readonly Sort<'tilaus'>[]; rows: readonly OrderRow[] }
type Selected = {
  orders: readonly OrderRow[]
  /** Every order that can be selected as it was read last: the listed ones, and beyond them those that were selected all at once. */
  known: readonly OrderRow[]
  selection: Selection
}

/** The selected orders of the list: of the rows fetched so far, or of all that its filters find. */
export function useSelection({ view, filter, sort, rows }: Listed): Selected {
  const client = useQueryClient()
  const [ticked, setTicked] = useState<Ticked>({ view, ids: new Set(), beyond: false })
  const [busy, setBusy] = useState(false)
  const beyond = ticked.view === view && ticked.beyond
  // Read anew like the list itself, so that what is done next is done to the orders as they are by then.
  const whole = wholeQuery('tilaus', { ...staffOrderQuery, filter, sort }, mostSelected)
  const { data } = useQuery({ ...whole, enabled: beyond })
  const known = useMemo(() => {
    if (!beyond || !data) return rows
    const listed = new Map(rows.map((order) => [order.id, order]))
    const found = data.flatMap((page) => page.rows.map((row) => listed.get(row.id) ?? toStaffOrderRow(row, page.included)))
    return [...new Map([...rows, ...found].map((order) => [order.id, order])).values()]
  }, [beyond, data, rows])

  // What another view or a filter has taken out of sight is not changed along with the rest.
  const orders = useMemo(
    () => (ticked.view === view ? known.filter(({ id }) => ticked.ids.has(id)) : []),
    [ticked.view, ticked.ids, view, known],
  )
  const onChange = (ids: ReadonlySet<string>) => setTicked({ view, ids, beyond: beyond && ids.size > 0 })
  const selectAll = async () => {
    setBusy(true)
    try {
      const pages = await client.fetchQuery(whole)
      setTicked({ view, ids: new Set(pages.flatMap((page) => page.rows.map(({ id }) => id))), beyond: true })
    } catch {
      // The toast has told why; the offer stays.
    }
    setBusy(false)
  }
  const selected = useMemo(() => new Set(orders.map(({ id }) => id)), [orders])
  return { orders, known, selection: { selected, onChange, all: { most: mostSelected, onChoose: () => void selectAll(), busy } } }
}
