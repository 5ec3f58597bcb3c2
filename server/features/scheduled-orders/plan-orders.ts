import { randomUUID } from 'node:crypto'
import type { ScheduledLine, ScheduledOrder } from '#domain/features/scheduled-orders/scheduled-order.ts'
import { addRow, type RowChange, removeRow, updateRow } from '#server/entities/engine.ts'
import type { MadeLine, ScheduledOrderRow } from './queries.ts'

type Plan = {
  scheduled: readonly ScheduledOrder[]
  made: readonly ScheduledOrderRow[]
  /** Whether orders that exist follow a change of their route or job; otherwise only missing ones are made. */
  follows: boolean
  /** Of the changed orders, for their history. */
  reason: string
}

const keyOf = ({ ajopaiva, asiakas }: { ajopaiva: number; asiakas: string }): string => `${ajopaiva}/${asiakas}`

/**
 * What has to be changed so that the orders of one route or recurring job are as it makes them (rules/recurring-hourly-jobs.md#edits). An order
 * that somebody has changed stays as it is, also when it was removed. One that was removed because its day was left out comes back.
 */
export function planOrders({ scheduled, made, follows, reason }: Plan): RowChange[] {
  const byKey = new Map<string, ScheduledOrderRow>()
  const duplicates: ScheduledOrderRow[] = []
  for (const order of made) {
    const other = byKey.get(keyOf(order))
    // Several after a merge of customers: one that somebody has changed comes first.
    if (other && (!other.koskematon || order.koskematon)) duplicates.push(order)
    else {
      if (other) duplicates.push(other)
      byKey.set(keyOf(order), order)
    }
  }
  const firstMadeFor = new Set(made.map(({ ajopaiva, reittiasiakas }) => `${ajopaiva}/${reittiasiakas}`))
  const changes = scheduled.flatMap((order): RowChange[] => {
    const existing = byKey.get(keyOf(order))
    byKey.delete(keyOf(order))
    if (!existing) return firstMadeFor.has(keyOf(order)) ? [] : newOrder(order)
    const mayChange = existing.koskematon && (follows || existing.status === 0)
    return mayChange ? changedOrder(existing, order, reason) : []
  })
  if (!follows) return changes
  const unscheduled = [...byKey.values(), ...duplicates].filter(({ koskematon, status }) => koskematon && status === 1)
  return [...changes, ...unscheduled.map(({ id }) => removeRow('tilaus', id, { reason }))]
}

function newOrder({ values, lines }: ScheduledOrder): RowChange[] {
  const id = randomUUID()
  return [addRow('tilaus', { ...values, koskematon: true }, { id }), ...lines.map((line) => newLine(line, id))]
}

const newLine = (line: ScheduledLine, tilaus: string): RowChange =>
  line.entity === 'lahetys' ? addRow('lahetys', { ...line.values, tilaus }) : addRow('tuntituote', { ...line.values, tilaus })

function changedOrder(order: ScheduledOrderRow, { values, lines }: ScheduledOrder, reason: string): RowChange[] {
  const { id, lines: madeLines, hinta_kasin } = order
  const { reittiasiakas: _, hinta = 0, ...others } = values
  // Without a price of the route the one from the price list stays; a price of 0 would have it calculated again.
  const price = hinta > 0 || hinta_kasin ? { hinta } : {}
  const remaining = [...madeLines]
  const changed = lines.map((line): RowChange => {
    const index = remaining.findIndex(({ entity, key }) => entity === line.entity && key === line.key)
    const [found] = index < 0 ? [] : remaining.splice(index, 1)
    return found ? changedLine(found, line, reason) : newLine(line, id)
  })
  return [
    updateRow('tilaus', id, { ...others, ...price, status: 1 }, { reason }),
    ...changed,
    ...remaining.filter(({ status }) => status === 1).map((line) => removeRow(line.entity, line.id, { reason })),
  ]
}

const changedLine = ({ id }: MadeLine, line: ScheduledLine, reason: string): RowChange =>
  line.entity === 'lahetys'
    ? updateRow('lahetys', id, { ...line.values, status: 1 }, { reason })
    : updateRow('tuntituote', id, { ...line.values, status: 1 }, { reason })
