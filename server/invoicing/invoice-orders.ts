import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import type { invoiceOrdersCall } from '#domain/calls/invoice-orders.ts'
import type { OperationResults } from '#domain/calls/operation-results.ts'
import { RequestFault } from '#domain/errors.ts'
import type { Row } from '#domain/registry.ts'
import type { Viewer } from '#domain/roles.ts'
import { inTransaction } from '../database/transaction.ts'
import { resourceNamed } from '../jsonapi/model.ts'
import { loadRows } from '../jsonapi/rows.ts'
import { save } from '../jsonapi/save.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { failedResult } from '../operation-result.ts'

type Asked = z.output<typeof invoiceOrdersCall.input>
type OrderChange = { values: Partial<Row<'tilaus'>>; reason: string; refuse: (state: unknown) => string | null }

/**
 * What the operation makes of an order. An order without a price or a billing address can be marked as invoiced:
 * nothing is sent here, the invoice exists elsewhere and may hold what Kuorma does not know. Sending it is what RULES
 * section 7 forbids, and that is asked where invoices are sent; the list shows what is missing before the button is pressed.
 */
function changeOf(asked: Asked): OrderChange {
  switch (asked.operation) {
    case 'laskuta':
      return {
        values: { tilauksen_tila: 'laskutettu' },
        reason: asked.syy,
        refuse: (state) => (state === 'laskutettu' ? 'Tilaus on jo laskutettu.' : null),
      }
    case 'peru_laskutus':
      return {
        values: { tilauksen_tila: 'toimitettu' },
        reason: asked.syy,
        refuse: (state) => (state === 'laskutettu' ? null : 'Tilausta ei ole laskutettu.'),
      }
    case 'setHinta':
      return { values: { hinta: asked.hinta }, reason: '', refuse: () => null }
  }
}

/** Each order in a transaction of its own; the answer tells how each one went. A repeat invoices nothing twice. */
export async function invoiceOrders(parts: JsonApi, viewer: Viewer, asked: Asked, log: FastifyBaseLogger): Promise<OperationResults> {
  const change = changeOf(asked)
  const results: OperationResults['results'] = []
  for (const id of asked.ids) {
    try {
      await changeOrder(parts, viewer, id, change)
      results.push({ id, success: true })
    } catch (error) {
      results.push(failedResult(id, error, log))
    }
  }
  return { success: true, results }
}

async function changeOrder(parts: JsonApi, viewer: Viewer, id: string, { values, reason, refuse }: OrderChange): Promise<void> {
  const { model, rules, pool } = parts
  const rights = parts.rightsOf(viewer)
  const resource = resourceNamed(model, 'tilaus')
  await inTransaction(pool, async (client) => {
    // Locked before its state is looked at: of two administrators the second one finds it invoiced.
    const [found] = await loadRows(client, model, rights, viewer, resource, { column: 'id', ids: [id], lock: true })
    if (!found?.mayRead || found.row.status !== 1) throw new RequestFault({ kind: 'not_found', detail: 'Tilausta ei löydy.' })
    const refusal = refuse(found.row.tilauksen_tila)
    if (refusal !== null) throw new RequestFault({ kind: 'invalid', detail: refusal })
    await save({ model, rules, runner: client, viewer, rights, now: parts.clock() }, [
      { op: 'update', resource, id, values, echoed: {}, linked: {}, vid: null, reason, pointer: '' },
    ])
  })
}
