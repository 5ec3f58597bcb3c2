import { useCallback, useMemo } from 'react'
import { showFault } from '#web/data/fault-toast.tsx'
import { rereadAfterChange } from '#web/data/queries.ts'
import { useOptimisticMutation, useSavedVersions } from '#web/data/use-optimistic-mutation.ts'
import { assignment } from '#web/features/orders/line-changes.ts'
import type { LineRow, NamedReference, OrderRow } from '#web/features/orders/order-rows.ts'
import { refusalsOf, saveChanges, undosOf } from '#web/features/orders/save-changes.ts'
import { undoChanges } from '#web/features/orders/undo-changes.ts'
import { plural } from '#web/kit/format.ts'
import { showUndo } from '#web/ui/undo-toast.tsx'

/** `driver` null: nobody; `car` null: it stays. */
export type DriverAndCar = { driver: NamedReference | null; car: NamedReference | null }

/** The order as shown from the drop until the result is known. */
export function withAssignment(order: OrderRow, { driver, car }: DriverAndCar): OrderRow {
  const lines = order.lines.map((line): LineRow => (line.live ? { ...line, driver, car: car ?? line.car } : line))
  return { ...order, lines }
}

type Assignment = { orders: readonly OrderRow[]; assigned: DriverAndCar }

/**
 * Assigns orders to a driver and their car. The change is shown at once in the rows returned by `shown`, rejections are listed by order,
 * and it can be undone for ten seconds. If the same order is dropped again, the second change is based on the result of the first.
 */
export function useAssignment() {
  const { atNewestVersion, noteSaved } = useSavedVersions()
  const { mutate, changes } = useOptimisticMutation({
    mutationFn: async ({ orders, assigned: { driver, car } }: Assignment) => {
      const newest = orders.map((order) => ({ ...order, lines: order.lines.map(atNewestVersion) }))
      const changes = newest.map((order) => assignment(order, { kuljettaja: driver?.id ?? null, ...(car ? { auto: car.id } : {}) }))
      const results = await saveChanges(changes)
      const undos = undosOf(results)
      for (const { lines } of undos) noteSaved(lines)
      await rereadAfterChange('tilaus', 'lahetys', 'tuntituote')
      return { undos, refusals: refusalsOf(changes, results) }
    },
    onSuccess: ({ undos, refusals }, { assigned: { driver, car } }) => {
      if (refusals) showFault(refusals)
      const [first] = undos
      if (!first) return
      const what = undos.length === 1 ? first.order.number : plural(undos.length, 'tilaus', 'tilausta')
      showUndo(`${what}: ${driver?.name ?? 'ei kuljettajaa'}${car ? `, ${car.name}` : ''}.`, () => undoChanges(undos))
    },
  })

  const give = useCallback(
    async (orders: readonly OrderRow[], assigned: DriverAndCar): Promise<void> => {
      await mutate({ orders, assigned })
    },
    [mutate],
  )

  const shown = useCallback(
    (rows: readonly OrderRow[]): readonly OrderRow[] => {
      if (changes.length === 0) return rows
      const assignments = new Map(
        changes.flatMap(({ change: { orders, assigned } }) => orders.map((order) => [order.id, assigned] as const)),
      )
      return rows.map((order) => {
        const assigned = assignments.get(order.id)
        return assigned ? withAssignment(order, assigned) : order
      })
    },
    [changes],
  )
  return useMemo(() => ({ give, shown }), [give, shown])
}
