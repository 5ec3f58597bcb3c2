import { type ShipmentState, shipmentStates } from '#domain/entities/order/order.states.ts'
import { lazily } from '#domain/values/lazily.ts'
import { formatCount, plural } from '#web/kit/format.ts'
import { type Actor, isUndoable } from './line-changes.ts'
import type { LineRow } from './order-rows.ts'

const listed = lazily(() => new Intl.ListFormat('fi-FI'))

/**
 * The question before a step, with the number of orders and lines: `Merkitäänkö 7 tilausta (9 riviä) tilaan ”Kuljetuksessa”?` `final` says how
 * many of them cannot be undone, '' when all can.
 */
export function stepWords(orders: readonly (readonly LineRow[])[], to: ShipmentState, actor: Actor): { question: string; final: string } {
  const lines = orders.flat()
  const rows = lines.length === orders.length ? '' : ` (${plural(lines.length, 'rivi', 'riviä')})`
  const lost = lines.filter((line) => !isUndoable(line, to, actor))
  const final = orders.filter((order) => order.some((line) => lost.includes(line)))
  const states = [...new Set(lost.map(({ state }) => `”${shipmentStates[state]}”`))]
  const what = final.length === orders.length ? 'Muutosta' : `${formatCount(final.length)} tilauksen muutosta`
  return {
    question: `Merkitäänkö ${plural(orders.length, 'tilaus', 'tilausta')}${rows} tilaan ”${shipmentStates[to]}”?`,
    final:
      final.length === 0
        ? ''
        : `${what} ei voi kumota: ${states.length === 1 ? 'tilaan' : 'tiloihin'} ${listed().format(states)} ei ole paluuta.`,
  }
}
