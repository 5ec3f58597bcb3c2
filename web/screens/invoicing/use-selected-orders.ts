import { useEffect, useMemo, useState } from 'react'
import type { UninvoicedCustomer } from '#domain/features/invoicing/uninvoiced-customers.ts'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { useAction } from '#web/data/use-action.ts'
import { useSession } from '#web/session/session.ts'
import { readAllOrders, readOrders, type Uninvoiced } from './uninvoiced-query.ts'
import type { InvoicingRow } from './uninvoiced-rows.ts'

type Orders = ReadonlyMap<string, UninvoicedOrder>
type Listed = { list: Uninvoiced; customers: readonly UninvoicedCustomer[]; rows: readonly InvoicingRow[] }

/** In memory, as the selection survives a visit to an order; another person on the same page starts without any. */
let lastSelection: { user: string; orders: Orders } | null = null

/** The selection, starting from the one of the last visit: its orders are read again, and those invoiced meanwhile are dropped. */
function useRememberedOrders() {
  const user = useSession()?.user.id ?? ''
  const [remembered] = useState<Orders>(() => (lastSelection?.user === user ? lastSelection.orders : new Map()))
  const [orders, setOrders] = useState(remembered)
  const { run: reread, isRunning } = useAction({
    mutationFn: readOrders,
    onSuccess: (found) => {
      const current = new Map(found.map((order) => [order.id, order]))
      setOrders((before) => new Map([...before.keys()].flatMap((id) => current.get(id) ?? []).map((order) => [order.id, order])))
    },
  })
  useEffect(() => {
    if (remembered.size > 0) reread([...remembered.keys()])
  }, [remembered, reread])
  useEffect(() => {
    lastSelection = { user, orders }
  }, [user, orders])
  return { orders, setOrders, isRereading: isRunning }
}

/** How many of the selected orders each customer has. */
function countsOf(orders: Orders): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { asiakas } of orders.values()) counts.set(asiakas.id, (counts.get(asiakas.id) ?? 0) + 1)
  return counts
}

/** The selected orders with those of their groups, since a group is invoiced as a whole. */
export function withGroups(ids: ReadonlySet<string>, known: readonly UninvoicedOrder[]): UninvoicedOrder[] {
  const groups = new Set(known.flatMap(({ id, ryhma }) => (ids.has(id) && ryhma ? [ryhma.id] : [])))
  return known.filter(({ id, ryhma }) => ids.has(id) || (ryhma !== null && groups.has(ryhma.id)))
}

/**
 * The selected orders. The box of a customer stands for all of its orders, also those that have not been fetched: they are read when it is
 * ticked. Selected orders stay selected when the list is narrowed.
 */
export function useSelectedOrders({ list, customers, rows }: Listed) {
  const { orders, setOrders, isRereading } = useRememberedOrders()
  const counts = useMemo(() => countsOf(orders), [orders])
  const selected = useMemo(
    () => new Set([...orders.keys(), ...customers.filter(({ id, tilauksia }) => counts.get(id) === tilauksia).map(({ id }) => id)]),
    [orders, customers, counts],
  )
  const add = (more: readonly UninvoicedOrder[]) =>
    setOrders((before) => new Map([...before, ...more.map((order) => [order.id, order] as const)]))
  const { run: addCustomers, isRunning } = useAction({
    mutationFn: (ids: readonly string[]) => readAllOrders(ids.length === 1 ? { ...list, asiakas_id: ids[0] } : list),
    onSuccess: (found, ids) => add(found.filter(({ asiakas }) => ids.includes(asiakas.id))),
  })
  const onChange = (after: ReadonlySet<string>) => {
    if (after.size === 0) return setOrders(new Map())
    const isCustomer = new Set(customers.map(({ id }) => id))
    const added = [...after].filter((id) => !selected.has(id))
    const removed = [...selected].filter((id) => !after.has(id))
    const known = [...orders.values(), ...rows.flatMap((row) => (row.kind === 'order' && !orders.has(row.id) ? [row.order] : []))]
    const dropped = new Set(withGroups(new Set(removed.filter((id) => !isCustomer.has(id))), known).map(({ id }) => id))
    const droppedCustomers = new Set(removed.filter((id) => isCustomer.has(id)))
    const picked = withGroups(new Set(added.filter((id) => !isCustomer.has(id))), known)
    setOrders((before) => {
      const remaining = [...before.values()].filter(({ id, asiakas }) => !dropped.has(id) && !droppedCustomers.has(asiakas.id))
      return new Map([...remaining, ...picked].map((order) => [order.id, order]))
    })
    const whole = added.filter((id) => isCustomer.has(id))
    if (whole.length > 0) addCustomers(whole)
  }
  return {
    orders: useMemo(() => [...orders.values()], [orders]),
    selected,
    onChange,
    clear: () => setOrders(new Map()),
    isReading: isRunning || isRereading,
  }
}
