import { useCallback, useMemo, useRef, useState } from 'react'
import type { DriverToday } from '#domain/calls/drivers-today.ts'
import { showFault } from '../../data/fault-toast.tsx'
import { rereadAfterChange } from '../../data/queries.ts'
import { plural } from '../../kit/format.ts'
import { assignment, refusalsOf, saveChanges, undosOf } from '../../kit/line-changes.ts'
import type { LineRow, Named, OrderRow } from '../../kit/order-rows.ts'
import { undoChanges } from '../../kit/undo-changes.ts'
import { showUndo } from '../../ui/undo-toast.tsx'

type Crew = { driver: Named; car: Named | null }

/** How an order is shown from the drop on, until the server has told what became of it. */
export function withCrew(order: OrderRow, { driver, car }: Crew): OrderRow {
  const lines = order.lines.map((line): LineRow => (line.live ? { ...line, driver, car: car ?? line.car } : line))
  return { ...order, lines }
}

/**
 * Gives orders to a driver with his car: shown at once in the rows that `shown` gives back, told row by row where refused,
 * and to be undone for ten seconds.
 */
export function useAssignment() {
  const [given, setGiven] = useState<ReadonlyMap<string, Crew>>(new Map())
  /** The versions that were written here: the list may not have read them yet when the next order is dropped. */
  const written = useRef(new Map<string, number>())
  const before = useRef(Promise.resolve())

  const save = useCallback(async (orders: readonly OrderRow[], { driver, car }: Crew) => {
    const seen = orders.map((order) => ({
      ...order,
      lines: order.lines.map((line) => ({ ...line, vid: Math.max(line.vid, written.current.get(line.id) ?? 0) })),
    }))
    const changes = seen.map((order) => assignment(order, { kuljettaja: driver.id, ...(car ? { auto: car.id } : {}) }))
    const results = await saveChanges(changes)
    const undos = undosOf(results)
    for (const { lines } of undos) for (const { id, vid } of lines) written.current.set(id, vid)
    await rereadAfterChange('tilaus', 'lahetys', 'tuntituote')
    const refusals = refusalsOf(changes, results)
    if (refusals) showFault(refusals, 10)
    const [first] = undos
    if (!first) return
    const what = undos.length === 1 ? first.order.number : plural(undos.length, 'tilaus', 'tilausta')
    showUndo(`${what}: ${driver.name}${car ? `, ${car.name}` : ''}.`, () => undoChanges(undos))
  }, [])

  const give = useCallback(
    (orders: readonly OrderRow[], { id, name, auto }: DriverToday): Promise<void> => {
      const crew = { driver: { id, name }, car: auto && { id: auto.id, name: auto.rekisterinumero } }
      setGiven((shown) => new Map([...shown, ...orders.map((order) => [order.id, crew] as const)]))
      const saved = before.current
        .then(() => save(orders, crew))
        .finally(() => setGiven((shown) => new Map([...shown].filter(([, other]) => other !== crew))))
      // One after another: an order that is dropped again is changed as the first drop left it.
      before.current = saved.catch(() => undefined)
      return saved
    },
    [save],
  )

  const shown = useCallback(
    (rows: readonly OrderRow[]): readonly OrderRow[] =>
      given.size === 0
        ? rows
        : rows.map((order) => {
            const crew = given.get(order.id)
            return crew ? withCrew(order, crew) : order
          }),
    [given],
  )
  return useMemo(() => ({ give, shown }), [give, shown])
}
