import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { isShipmentState, shipmentStates, shipmentTransitionsOf } from '#domain/entities/order/order.states.ts'
import { stateActorOf, transitionFault } from '#domain/entities/order/order.transitions.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { transferCall } from '#domain/features/orders/open-orders.ts'
import type { Features } from '#domain/model/features.ts'
import type { OperationResults } from '#domain/model/operation-results.ts'
import type { Row } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import { inputRow } from '#server/entities/engine.ts'
import type { PlannedSet } from '../orders/bulk/change-sets.ts'
import { pointerOf } from '../orders/bulk/save-each.ts'
import { savePlanned } from '../orders/bulk/save-planned.ts'

/** `features`: what the company has of the product. */
type TransferContext = Context & { features: () => Promise<Features> }
type Input = z.output<typeof transferCall.input>

const states = { markAsSiirrossa: 'siirto', markAsSiirretty: 'siirretty' } as const

/** Each id succeeds or is refused by itself. For an order, moves the shipments that the state table allows. */
export async function transferShipments(
  context: TransferContext,
  input: Input,
  { viewer, request }: { viewer: Viewer; request: FastifyRequest },
): Promise<OperationResults> {
  return savePlanned(context, await plannedSets(context, viewer, input), { viewer, request })
}

async function plannedSets(context: TransferContext, viewer: Viewer, input: Input): Promise<PlannedSet[]> {
  const { id: ids, syy } = input.params
  const to = states[input.operation]
  const terminal = input.operation === 'markAsSiirretty' ? input.params.nykyinen_osoite : undefined
  const { engine, clock } = context
  const table = shipmentTransitionsOf(await context.features())
  const loaded = await engine.load(viewer, 'lahetys', ids, { by: 'tilaus', orIds: ids })
  const shipments = loaded.flatMap(({ row, mayRead }) => (mayRead && row.status === 1 ? [row] : []))
  const refusalOf = (row: Row<'lahetys'>): string | null => {
    const actor = stateActorOf(viewer, { kuljettaja: row.kuljettaja })
    if (!actor || !isShipmentState(row.tila)) return faultKinds.forbidden.title
    return transitionFault(table, shipmentStates, {
      from: row.tila,
      to,
      actor,
      now: clock(),
      since: 0,
      reason: syy,
    })
  }
  const values = { tila: to, ...(terminal ? { nykyinen_osoite: terminal } : {}) }
  return ids.map((id, index): PlannedSet => {
    const own = shipments.filter((row) => row.id === id || row.tilaus === id)
    const [first] = own
    if (!first) return { id, refused: new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title }) }
    const able = own.filter((row) => refusalOf(row) === null)
    if (able.length === 0)
      return { id, refused: new RequestFault({ kind: 'invalid', detail: refusalOf(first) ?? faultKinds.invalid.title }) }
    const options = { reason: syy, pointer: pointerOf(index) }
    return { id, index, changes: able.map((row) => inputRow('update', 'lahetys', row.id, values, options)) }
  })
}
