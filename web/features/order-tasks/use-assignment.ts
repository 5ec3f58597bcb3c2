import { useCallback, useMemo, useState } from 'react'
import { showFault } from '#web/data/fault-toast.tsx'
import { rereadAfterChange } from '#web/data/queries.ts'
import { useOptimisticMutation, useSavedVersions } from '#web/data/use-optimistic-mutation.ts'
import { assignment } from '#web/features/orders/line-changes.ts'
import type { LineRow, NamedReference, OrderRow } from '#web/features/orders/order-rows.ts'
import { refusalsOf, saveChanges, undosOf } from '#web/features/orders/save-changes.ts'
import { undoChanges } from '#web/features/orders/undo-changes.ts'
import { formatDay, plural } from '#web/kit/format.ts'
import { makeUndoOffers } from './undo-offers.ts'
import { useGivingOnShift } from './use-giving-on-shift.ts'

/** `driver` null: nobody; `car` null: it stays. `shift`: on this shift of the driver, with its car, as the board does. */
export type DriverAndCar = { driver: NamedReference | null; car: NamedReference | null; shift?: undefined } | GivenOnShift
type GivenOnShift = { driver: NamedReference; car: NamedReference | null; shift: { id: string; day: number } }

/** The order as shown from the drop until the result is known. */
export function withAssignment(order: OrderRow, { driver, car, shift }: DriverAndCar): OrderRow {
  const carOf = (line: LineRow) => car ?? (shift === undefined || line.driver?.id === driver.id ? line.car : null)
  const lines = order.lines.map((line): LineRow => (line.live ? { ...line, driver, car: carOf(line) } : line))
  return { ...order, lines }
}

/** `AJO-1: Aino Aho, ABC-123, 3.5.2026` */
export function assignmentText(orders: readonly Pick<OrderRow, 'number'>[], { driver, car, shift }: DriverAndCar): string {
  const what = orders.length === 1 ? orders[0]?.number : plural(orders.length, 'tilaus', 'tilausta')
  const whom = [driver?.name ?? 'ei kuljettajaa', ...(car ? [car.name] : [])].join(', ')
  // A day ends with a full stop.
  return shift === undefined ? `${what}: ${whom}.` : `${what}: ${whom}, ${formatDay(shift.day)}`
}

/** What a change of the orders touches: their live lines, the driver and those before. */
function touchedBy(orders: readonly OrderRow[], driver: NamedReference | null) {
  const lines = orders.flatMap((order) => order.lines.filter(({ live }) => live))
  const drivers = [driver, ...lines.map((line) => line.driver)].flatMap((one) => one?.id ?? [])
  return { lines: lines.map(({ id }) => id), drivers: [...new Set(drivers)] }
}

/** `assigned` null: an undo. */
type SavedWork = { orders: readonly OrderRow[]; assigned: DriverAndCar | null; run: () => Promise<void> }

/**
 * Assigns orders to a driver and their car. The change is shown at once in the rows returned by `shown`, and it can be undone for ten seconds.
 * Orders that the server refuses are named with the reason, and the others are saved. Changes and undos are saved one after another: if the same
 * order is dropped again, the second change is based on the result of the first.
 */
export function useAssignment() {
  const { atNewestVersion, noteSaved } = useSavedVersions()
  const noteVersions = useCallback(
    (versions: Readonly<Record<string, number>>) => noteSaved(Object.entries(versions).map(([id, vid]) => ({ id, vid }))),
    [noteSaved],
  )
  const giveOnShift = useGivingOnShift(noteVersions)
  const { mutate, changes } = useOptimisticMutation({ mutationFn: ({ run }: SavedWork) => run() })
  const [offerUndo] = useState(() => makeUndoOffers((run) => void mutate({ orders: [], assigned: null, run })))

  const give = useCallback(
    async (orders: readonly OrderRow[], assigned: DriverAndCar): Promise<void> => {
      const save = async (newest: readonly OrderRow[]) => {
        const { driver, car, shift } = assigned
        if (shift !== undefined) return giveOnShift(newest, { driver: driver.id, shift: shift.id, day: shift.day })
        const results = await saveChanges(
          newest.map((order) => assignment(order, { kuljettaja: driver?.id ?? null, ...(car ? { auto: car.id } : {}) })),
        )
        const undos = undosOf(results)
        for (const { lines } of undos) noteSaved(lines)
        await rereadAfterChange('tilaus', 'lahetys', 'tuntituote')
        const undo = async () => {
          await undoChanges(undos)
          return true
        }
        return { done: newest.filter(({ id }) => undos.some(({ order }) => order.id === id)), undo, results }
      }
      const run = async (): Promise<void> => {
        const newest = orders.map((order) => ({ ...order, lines: order.lines.map(atNewestVersion) }))
        const { done, undo, results } = await save(newest)
        const refusals = refusalsOf(
          newest.map((order) => ({ order })),
          results,
        )
        if (refusals) showFault(refusals.text, refusals)
        if (done.length === 0) return
        const touched = touchedBy(done, assigned.driver)
        offerUndo({ ...touched, onShift: assigned.shift !== undefined, text: assignmentText(done, assigned), undo })
      }
      await mutate({ orders, assigned, run })
    },
    [atNewestVersion, giveOnShift, mutate, noteSaved, offerUndo],
  )

  const shown = useCallback(
    (rows: readonly OrderRow[]): readonly OrderRow[] => {
      if (changes.length === 0) return rows
      const assignments = new Map(
        changes.flatMap(({ change: { orders, assigned } }) => (assigned ? orders.map((order) => [order.id, assigned] as const) : [])),
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
