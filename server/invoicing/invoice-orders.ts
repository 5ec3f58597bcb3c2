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
type OrderChange = {
  values: Partial<Row<'tilaus'>>
  reason: string
  refuse: (state: unknown) => string | null
  /** An order of a group is changed together with those of the group's others that are in this state; null: alone. */
  with: Row<'tilaus'>['tilauksen_tila'] | null
}

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
        with: 'toimitettu',
      }
    case 'peru_laskutus':
      return {
        values: { tilauksen_tila: 'toimitettu' },
        reason: asked.syy,
        refuse: (state) => (state === 'laskutettu' ? null : 'Tilausta ei ole laskutettu.'),
        with: 'laskutettu',
      }
    case 'setHinta':
      return { values: { hinta: asked.hinta }, reason: '', refuse: () => null, with: null }
  }
}

/** Each order in a transaction of its own, a group's orders in one; the answer tells how each one went. A repeat invoices nothing twice. */
export async function invoiceOrders(parts: JsonApi, viewer: Viewer, asked: Asked, log: FastifyBaseLogger): Promise<OperationResults> {
  const change = changeOf(asked)
  const { rows } = await parts.pool.query<{ id: string; ryhma: string | null }>(
    'SELECT id, tilaus_ryhma_id AS ryhma FROM tilaus WHERE id = ANY($1)',
    [asked.ids],
  )
  const groups = new Map(rows.map(({ id, ryhma }) => [id, change.with === null ? null : ryhma]))
  const units = Map.groupBy(new Set(asked.ids), (id) => groups.get(id) ?? id)
  const results = new Map<string, OperationResults['results'][number]>()
  for (const [unit, ids] of units) {
    const [id = unit] = ids
    try {
      await changeUnit(parts, viewer, { id, group: groups.get(id) ?? null, asked: ids }, change)
      for (const one of ids) results.set(one, { id: one, success: true })
    } catch (error) {
      for (const one of ids) results.set(one, failedResult(one, error, log))
    }
  }
  return { success: true, results: asked.ids.flatMap((id) => results.get(id) ?? []) }
}

type Unit = { id: string; group: string | null; asked: readonly string[] }

async function changeUnit(
  parts: JsonApi,
  viewer: Viewer,
  { id, group, asked }: Unit,
  { values, reason, refuse, with: others }: OrderChange,
): Promise<void> {
  const { model, rules, pool } = parts
  const rights = parts.rightsOf(viewer)
  const resource = resourceNamed(model, 'tilaus')
  await inTransaction(pool, async (client) => {
    // Locked before their states are looked at: of two administrators the second one finds them invoiced.
    const by = group === null ? { column: 'id', ids: [id] } : { column: 'tilaus_ryhma_id', ids: [group] }
    const loaded = await loadRows(client, model, rights, viewer, resource, { ...by, lock: true })
    const rows = loaded.filter(({ row, mayRead }) => mayRead && row.status === 1).map(({ row }) => row)
    for (const one of asked) {
      const found = rows.find((row) => row.id === one)
      if (!found) throw new RequestFault({ kind: 'not_found', detail: 'Tilausta ei löydy.' })
      const refusal = refuse(found.tilauksen_tila)
      if (refusal !== null) throw new RequestFault({ kind: 'invalid', detail: refusal })
    }
    const changed = rows.filter((row) => asked.includes(row.id) || row.tilauksen_tila === others)
    await save(
      { model, rules, runner: client, viewer, rights, now: parts.clock() },
      changed.map((row) => ({ op: 'update', resource, id: row.id, values, echoed: {}, linked: {}, vid: null, reason, pointer: '' })),
    )
  })
}
