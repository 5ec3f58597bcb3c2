import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import type { invoiceOrdersCall } from '#domain/features/invoicing/invoice-orders.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import type { Row } from '#domain/model/registry.ts'
import { inParts } from '#domain/values/in-parts.ts'
import type { Context } from '#server/context.ts'
import { updateRow } from '#server/entities/engine.ts'
import { operationResults } from '#server/http/operation-result.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type ChangeSet, pointerOf, type SetFaults, saveEach } from '../orders/bulk/save-each.ts'
import { groupsOfOrders } from './queries.ts'

type InvoicingInput = z.output<typeof invoiceOrdersCall.input>
type OrderChange = {
  values: Partial<Row<'tilaus'>>
  reason: string
  refuse: (state: unknown) => string | null
  /** An order of a group is changed together with the group's other orders in this state; null: alone. */
  with: Row<'tilaus'>['tilauksen_tila'] | null
}

/**
 * The change that the operation makes to an order. An order without a price or a billing address can be marked as
 * invoiced: nothing is sent, as the invoice is made elsewhere and may contain data that Kuorma does not have. Sending an
 * incomplete invoice is refused (rules/invoicing.md#uninvoiced-list); the list shows what is missing.
 */
function changeOf(input: InvoicingInput): OrderChange {
  switch (input.operation) {
    case 'laskuta':
      return {
        values: { tilauksen_tila: 'laskutettu' },
        reason: input.syy,
        refuse: (state) => (state === 'laskutettu' ? 'Tilaus on jo laskutettu.' : null),
        with: 'toimitettu',
      }
    case 'peru_laskutus':
      return {
        values: { tilauksen_tila: 'toimitettu' },
        reason: input.syy,
        refuse: (state) => (state === 'laskutettu' ? null : 'Tilausta ei ole laskutettu.'),
        with: 'laskutettu',
      }
    case 'setHinta':
      return { values: { hinta: input.hinta }, reason: '', refuse: () => null, with: null }
  }
}

/** Orders in one transaction: more would delay other requests of this server, and users who work with the locked rows. */
const maxChunkOrders = 250

/** Each order by itself, a group's orders together; the response has the result of each. A retry invoices nothing twice. */
export async function invoiceOrders(
  context: Context,
  input: InvoicingInput,
  { viewer, request }: { viewer: Viewer; request: FastifyRequest },
): Promise<OperationResults> {
  const change = changeOf(input)
  const orders = await groupsOfOrders(context.pool, input.ids)
  const groups = new Map(orders.map(({ id, ryhma }) => [id, change.with === null ? null : ryhma]))
  const units = [...Map.groupBy(new Set(input.ids), (id) => groups.get(id) ?? id)].map(
    ([id, requested]): Unit => ({ id, isGroup: groups.get(requested[0] ?? id) === id, requested }),
  )
  const faults = new Map<string, RequestFault | null>()
  for (const some of inParts(units, maxChunkOrders))
    for (const [unit, fault] of await changeUnits({ context, viewer, log: request.log }, some, change)) faults.set(unit, fault)
  return operationResults(
    request,
    input.ids.map((id) => ({ id, fault: faults.get(groups.get(id) ?? id) ?? null })),
  )
}

/** A unit that is invoiced as one line: an order, or a group. `requested`: those of its orders that the call names. */
type Unit = { id: string; isGroup: boolean; requested: readonly string[] }
type Invoicing = { context: Context; viewer: Viewer; log: FastifyBaseLogger }

function changeUnits({ context, viewer, log }: Invoicing, units: readonly Unit[], change: OrderChange): Promise<SetFaults> {
  const { engine, pool } = context
  return inTransaction(pool, async (client) => {
    // Locked before their states are checked: when two administrators invoice them at once, the second finds them invoiced.
    const idsOf = (isGroup: boolean) => units.filter((unit) => unit.isGroup === isGroup).map(({ id }) => id)
    const locked = { lock: true, runner: client } as const
    const loaded = [
      ...(await engine.load(viewer, 'tilaus', idsOf(false), locked)),
      ...(await engine.load(viewer, 'tilaus', idsOf(true), { by: 'tilaus_ryhma', ...locked })),
    ]
    const rows = loaded.filter(({ row, mayRead }) => mayRead && row.status === 1).map(({ row }) => row)
    const refused = new Map<string, RequestFault>()
    const sets = units.flatMap((unit, index): ChangeSet[] => {
      const own = rows.filter((row) => (unit.isGroup ? row.tilaus_ryhma : row.id) === unit.id)
      const fault = refusalOf(unit, own, change)
      if (fault) refused.set(unit.id, fault)
      const changed = own.filter((row) => unit.requested.includes(row.id) || row.tilauksen_tila === change.with)
      const options = { reason: change.reason, pointer: pointerOf(index) }
      return fault ? [] : [{ id: unit.id, index, changes: changed.map((row) => updateRow('tilaus', row.id, change.values, options)) }]
    })
    return new Map([...refused, ...(await saveEach(context, sets, { viewer, log, client }))])
  })
}

function refusalOf({ requested }: Unit, rows: readonly Row<'tilaus'>[], { refuse }: OrderChange): RequestFault | null {
  for (const id of requested) {
    const found = rows.find((row) => row.id === id)
    if (!found) return new RequestFault({ kind: 'not_found', detail: 'Tilausta ei löydy.' })
    const detail = refuse(found.tilauksen_tila)
    if (detail !== null) return new RequestFault({ kind: 'invalid', detail })
  }
  return null
}
