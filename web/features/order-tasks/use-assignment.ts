import { useCallback, useMemo } from 'react'
import { showFault } from '#web/data/fault-toast.tsx'
import { rereadAfterChange } from '#web/data/queries.ts'
import { useOptimisticMutation, useSavedVersions } from '#web/data/use-optimistic-mutation.ts'
import { assignment } from '#web/features/orders/line-changes.ts'
import type { LineRow, NamedReference, OrderRow } from '#web/features/orders/order-rows.ts'
import { refusalsOf, saveChanges, unchangeable, undosOf } from '#web/features/orders/save-changes.ts'
import { undoChanges } from '#web/features/orders/undo-changes.ts'
import { formatDay, plural } from '#web/kit/format.ts'
import { showUndo } from '#web/ui/undo-toast.tsx'
import { useGivingOnDay } from './use-giving-on-day.ts'

/** `driver` null: nobody; `car` null: it stays. `day`: on the driver's shift of the day, with its car, as the board does. */
export type DriverAndCar = { driver: NamedReference | null; car: NamedReference | null; day?: undefined } | GivenOnDay
type GivenOnDay = { driver: NamedReference; car: NamedReference | null; day: number }

/** The order as shown from the drop until the result is known. */
export function withAssignment(order: OrderRow, { driver, car, day }: DriverAndCar): OrderRow {
  const carOf = (line: LineRow) => car ?? (day === undefined || line.driver?.id === driver.id ? line.car : null)
  const lines = order.lines.map((line): LineRow => (line.live ? { ...line, driver, car: carOf(line) } : line))
  return { ...order, lines }
}

type Assignment = { orders: readonly OrderRow[]; assigned: DriverAndCar }

/**
 * Assigns orders to a driver and their car. The change is shown at once in the rows returned by `shown`, rejections are listed by order,
 * and it can be undone for ten seconds. If the same order is dropped again, the second change is based on the result of the first.
 */
export function useAssignment() {
  const { atNewestVersion, noteSaved } = useSavedVersions()
  const noteVersions = useCallback(
    (versions: Readonly<Record<string, number>>) => noteSaved(Object.entries(versions).map(([id, vid]) => ({ id, vid }))),
    [noteSaved],
  )
  const giveOnDay = useGivingOnDay(noteVersions)
  const { mutate, changes } = useOptimisticMutation({
    mutationFn: async ({ orders, assigned }: Assignment) => {
      const newest = orders.map((order) => ({ ...order, lines: order.lines.map(atNewestVersion) }))
      const { driver, car, day } = assigned
      if (day !== undefined) {
        const { done, undo } = await giveOnDay(newest, { driver: driver.id, day })
        await rereadAfterChange('tilaus', 'lahetys', 'tuntituote')
        return { done, undo, refusals: unchangeable(newest.filter(({ lines }) => !lines.some(({ live }) => live))) }
      }
      const changes = newest.map((order) => assignment(order, { kuljettaja: driver?.id ?? null, ...(car ? { auto: car.id } : {}) }))
      const results = await saveChanges(changes)
      const undos = undosOf(results)
      for (const { lines } of undos) noteSaved(lines)
      await rereadAfterChange('tilaus', 'lahetys', 'tuntituote')
      return { done: undos.map(({ order }) => order), undo: () => undoChanges(undos), refusals: refusalsOf(changes, results) }
    },
    onSuccess: ({ done, undo, refusals }, { assigned: { driver, car, day } }) => {
      if (refusals) showFault(refusals.text, refusals)
      const [first] = done
      if (!first) return
      const what = done.length === 1 ? first.number : plural(done.length, 'tilaus', 'tilausta')
      const whom = [driver?.name ?? 'ei kuljettajaa', ...(car ? [car.name] : [])].join(', ')
      // A day ends with a full stop.
      showUndo(day === undefined ? `${what}: ${whom}.` : `${what}: ${whom}, ${formatDay(day)}`, undo)
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
