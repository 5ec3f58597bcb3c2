import { type BoardChange, type BoardOperation, maxBoardRows } from '#domain/features/planning-board/board-operations.ts'
import { CallFault, refusalText } from '#web/data/fault.ts'
import type { LineRow, OrderRow } from '#web/features/orders/order-rows.ts'
import { type ChangeResult, nothingToChange } from '#web/features/orders/save-changes.ts'

/** A driver's shift of a day, by its id. */
export type TargetShift = { driver: string; shift: string; day: number }
type Order = Pick<OrderRow, 'id' | 'lines'>

const overtakenOrder = 'Joku muu ehti muuttaa tilausta. Katso muutos ja yritä uudelleen.'
const overtakenDay = 'Joku muu ehti muuttaa päivän ajoja. Katso muutos ja yritä uudelleen.'

const liveLines = ({ lines }: Order): LineRow[] => lines.filter(({ live }) => live)

/** The orders in as many parts as the board needs operations: whole orders, whose live lines fit into one. */
export function partsOf<T extends Order>(orders: readonly T[]): T[][] {
  const parts: { orders: T[]; lines: number }[] = []
  for (const order of orders) {
    const lines = liveLines(order).length
    const last = parts.at(-1)
    if (lines === 0) continue
    if (last && last.lines + lines <= maxBoardRows) {
      last.orders.push(order)
      last.lines += lines
    } else parts.push({ orders: [order], lines })
  }
  return parts.map(({ orders }) => orders)
}

/** What the board does when work is dropped on a shift: the stops come to it, where the route grows least. */
export const giving = (orders: readonly Order[], { driver, shift, day }: TargetShift): BoardOperation => {
  const lines = orders.flatMap(liveLines)
  return {
    operation: 'assign',
    ids: lines.map(({ id }) => id),
    kuljettaja: driver,
    paiva: day,
    tyovuoro: shift,
    versiot: Object.fromEntries(lines.map(({ id, vid }) => [id, vid])),
  }
}

/** The orders of which the fault names a line, by their ids. */
function namedOrders(fault: CallFault, orders: readonly Order[]): Map<string, ChangeResult> {
  const byLine = new Map(fault.errors.map(({ pointer, detail }) => [pointer?.split('/').at(-1), detail]))
  return new Map(
    orders.flatMap((order) => {
      const line = liveLines(order).find(({ id }) => byLine.has(id))
      if (!line) return []
      return [[order.id, refused(fault, fault.status === 409 ? overtakenOrder : (byLine.get(line.id) ?? fault.message))] as const]
    }),
  )
}

const refused = ({ status }: CallFault, message: string): ChangeResult => ({ done: false, status, message, retry: null })

type GivenOrders<T> = { done: T[]; answers: BoardChange[]; results: Map<string, ChangeResult> }

/**
 * Gives the orders with one operation for each part. Those that the server refuses by name are left out, and the others are given without them.
 * `results`: why orders were not given.
 */
export async function giveParts<T extends Order>(
  orders: readonly T[],
  give: (orders: readonly T[]) => Promise<BoardChange | CallFault>,
): Promise<GivenOrders<T>> {
  const empty = orders.filter((order) => liveLines(order).length === 0)
  const given: GivenOrders<T> = { done: [], answers: [], results: new Map(empty.map(({ id }) => [id, nothingToChange])) }
  const waiting = partsOf(orders)
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    const answer = await give(part)
    if (!(answer instanceof CallFault)) {
      given.answers.push(answer)
      given.done.push(...part)
      continue
    }
    const named = namedOrders(answer, part)
    for (const [id, result] of named) given.results.set(id, result)
    const rest = part.filter(({ id }) => !named.has(id))
    if (named.size > 0) {
      if (rest.length > 0) waiting.unshift(rest)
      continue
    }
    // It is about the shift or the connection: the later parts would fail likewise.
    const text = answer.status === 409 ? overtakenDay : refusalText(answer)
    for (const { id } of [...rest, ...waiting.flat()]) given.results.set(id, refused(answer, text))
    break
  }
  return given
}
