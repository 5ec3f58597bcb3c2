import { type BoardChange, type BoardOperation, changeBoardCall, maxBoardRows } from '#domain/features/planning-board/board-operations.ts'
import { callApi } from '#web/data/api-call.ts'
import { CallFault } from '#web/data/fault.ts'
import { explainedRefusals, showFault, showRefusal } from '#web/data/fault-toast.tsx'
import type { LineRow, OrderRow } from '#web/features/orders/order-rows.ts'
import { stepsAtVersions } from '#web/kit/undo-stack.ts'

type Versions = Readonly<Record<string, number>>
/** What undoes an operation of the board, and the versions before that operation. */
export type BoardStep = { undo: BoardChange['kumoa']; before: Versions }
type Given = { driver: string; day: number }
type Order = Pick<OrderRow, 'id' | 'lines'>

/** The orders in as many parts as the board needs operations: whole orders, whose live lines fit into one. */
export function partsOf<T extends Order>(orders: readonly T[]): { orders: readonly T[]; lines: readonly LineRow[] }[] {
  const parts: { orders: T[]; lines: LineRow[] }[] = []
  for (const order of orders) {
    const live = order.lines.filter((line) => line.live)
    const last = parts.at(-1)
    if (live.length === 0) continue
    if (last && last.lines.length + live.length <= maxBoardRows) {
      last.orders.push(order)
      last.lines.push(...live)
    } else parts.push({ orders: [order], lines: [...live] })
  }
  return parts
}

/** What the board does when work is dropped on a driver: the stops come to the driver's shift of the day, where the route grows least. */
export const giving = (lines: readonly Pick<LineRow, 'id' | 'vid'>[], { driver, day }: Given): BoardOperation => ({
  operation: 'assign',
  ids: lines.map(({ id }) => id),
  kuljettaja: driver,
  paiva: day,
  versiot: Object.fromEntries(lines.map(({ id, vid }) => [id, vid])),
})

/** Carries out an operation of the board; null when it was refused, which has been shown. `conflict`: what to say when somebody has changed a row. */
export async function changeBoard(operation: BoardOperation, conflict: string): Promise<BoardChange | null> {
  try {
    return await callApi(changeBoardCall, operation, { quiet: explainedRefusals })
  } catch (failure) {
    if (!(failure instanceof CallFault)) throw failure
    if (failure.status === 409) showFault(conflict)
    else showRefusal(failure)
    return null
  }
}

/** The steps that are left once one has been undone, which led to the versions `now`: those of the same rows can be undone then. */
export function stepsWithout(steps: ReadonlyMap<symbol, BoardStep>, key: symbol, now: Versions): Map<symbol, BoardStep> {
  const undone = steps.get(key)
  const others = [...steps].filter(([other]) => other !== key)
  const later = undone ? stepsAtVersions([...others.map(([, step]) => step), undone], now) : []
  return new Map(others.map(([other, step], at) => [other, later[at] ?? step]))
}
