import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import type { InvoiceOrdersAnswer, MovedLine } from '#domain/features/invoicing/invoice-orders.ts'
import type { Row } from '#domain/model/registry.ts'
import { inParts } from '#domain/values/in-parts.ts'
import type { Context } from '#server/context.ts'
import { operationResults } from '#server/http/operation-result.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type ChangeSet, pointerOf, type SetFaults, saveEach } from '../orders/bulk/save-each.ts'
import { changeOf, type InvoicingInput, isCharged, type OrderWithLines, type UninvoicedChange } from './order-changes.ts'
import { creditedOrders, groupsOfOrders } from './queries.ts'

/** Orders in one transaction: more would delay other requests of this server, and users who work with the locked rows. */
const maxChunkOrders = 250

/** Each order by itself, a group's orders together; the response has the result of each. A retry invoices nothing twice. */
export async function invoiceOrders(
  context: Context,
  input: InvoicingInput,
  { viewer, request }: { viewer: Viewer; request: FastifyRequest },
): Promise<InvoiceOrdersAnswer> {
  const change = changeOf(input, context.clock())
  const orders = await groupsOfOrders(context.pool, input.ids)
  const groups = new Map(orders.map(({ id, ryhma }) => [id, change.with === null ? null : ryhma]))
  const units = [...Map.groupBy(new Set(input.ids), (id) => groups.get(id) ?? id)].map(
    ([id, requested]): Unit => ({ id, isGroup: groups.get(requested[0] ?? id) === id, requested }),
  )
  const faults = new Map<string, RequestFault | null>()
  const moved = new Map<string, MovedLine[]>()
  for (const some of inParts(units, maxChunkOrders))
    for (const [unit, fault] of await changeUnits({ context, viewer, log: request.log, moved }, some, change)) faults.set(unit, fault)
  const { results } = operationResults(
    request,
    input.ids.map((id) => ({ id, fault: faults.get(groups.get(id) ?? id) ?? null })),
  )
  const rivit = (id: string) => (change.moves ? { rivit: moved.get(id) ?? [] } : {})
  return { success: true, results: results.map((result) => (result.success ? { ...result, ...rivit(result.id) } : result)) }
}

/** A unit that is invoiced as one line: an order, or a group. `requested`: those of its orders that the call names. */
type Unit = { id: string; isGroup: boolean; requested: readonly string[] }
/** `moved`: what the change does to the lines of each order, by its id. */
type Invoicing = { context: Context; viewer: Viewer; log: FastifyBaseLogger; moved: Map<string, MovedLine[]> }

function changeUnits(invoicing: Invoicing, units: readonly Unit[], change: UninvoicedChange): Promise<SetFaults> {
  const { context, viewer, log } = invoicing
  return inTransaction(context.pool, async (client) => {
    const orders = await loadOrders(invoicing, units, client)
    const credited = change.with === 'laskutettu' ? await creditedOrders(client, idsOf(orders)) : new Map<string, number>()
    const lines = change.ofLines ? await linesOf(invoicing, orders, client) : () => ({ shipments: [], jobs: [] })
    const wholes = orders.map((order): OrderWithLines => ({ order, credited: credited.get(order.id) ?? null, ...lines(order.id) }))
    const refused = new Map<string, RequestFault>()
    const sets = units.flatMap((unit, index): ChangeSet[] => {
      const own = wholes.filter(({ order }) => (unit.isGroup ? order.tilaus_ryhma : order.id) === unit.id)
      const fault = refusalOf(unit, own, change)
      if (fault) refused.set(unit.id, fault)
      const changed = own.filter(({ order }) => unit.requested.includes(order.id) || order.tilauksen_tila === change.with)
      const options = { reason: change.reason, pointer: pointerOf(index) }
      for (const whole of fault ? [] : changed) invoicing.moved.set(whole.order.id, change.moves?.(whole) ?? [])
      return fault ? [] : [{ id: unit.id, index, changes: changed.flatMap((whole) => change.changes(whole, options)) }]
    })
    return new Map([...refused, ...(await saveEach(context, sets, { viewer, log, client }))])
  })
}

/** The units' orders, locked before their states are checked: when two administrators invoice them at once, the second finds them invoiced. */
async function loadOrders({ context, viewer }: Invoicing, units: readonly Unit[], client: PoolClient): Promise<Row<'tilaus'>[]> {
  const unitIds = (isGroup: boolean) => idsOf(units.filter((unit) => unit.isGroup === isGroup))
  const locked = { lock: true, runner: client } as const
  const loaded = [
    ...(await context.engine.load(viewer, 'tilaus', unitIds(false), locked)),
    ...(await context.engine.load(viewer, 'tilaus', unitIds(true), { by: 'tilaus_ryhma', ...locked })),
  ]
  return loaded.filter(({ row, mayRead }) => mayRead && row.status === 1).map(({ row }) => row)
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)
type LinesOf = (order: string) => Pick<OrderWithLines, 'shipments' | 'jobs'>

async function linesOf({ context, viewer }: Invoicing, orders: readonly Row<'tilaus'>[], client: PoolClient): Promise<LinesOf> {
  const ids = idsOf(orders)
  const ofOrders = { by: 'tilaus', lock: true, runner: client } as const
  const shipments = await context.engine.load(viewer, 'lahetys', ids, ofOrders)
  const jobs = await context.engine.load(viewer, 'tuntituote', ids, ofOrders)
  const shipmentsOf = Map.groupBy(
    shipments.map(({ row }) => row).filter((row) => isCharged(row)),
    ({ tilaus }) => tilaus,
  )
  const jobsOf = Map.groupBy(
    jobs.map(({ row }) => row).filter((row) => isCharged(row)),
    ({ tilaus }) => tilaus,
  )
  return (order) => ({ shipments: shipmentsOf.get(order) ?? [], jobs: jobsOf.get(order) ?? [] })
}

function refusalOf({ requested }: Unit, wholes: readonly OrderWithLines[], { refuse }: UninvoicedChange): RequestFault | null {
  for (const id of requested) {
    const found = wholes.find(({ order }) => order.id === id)
    if (!found) return new RequestFault({ kind: 'not_found', detail: 'Tilausta ei löydy.' })
    const detail = refuse(found)
    if (detail !== null) return new RequestFault({ kind: 'invalid', detail })
  }
  return null
}
