import type { FastifyBaseLogger } from 'fastify'
import type { z } from 'zod'
import type { transferCall } from '#domain/calls/open-orders.ts'
import type { OperationResults } from '#domain/calls/operation-results.ts'
import { isShipmentState, shipmentStates, shipmentTransitionsOf } from '#domain/entities/order/order.states.ts'
import { stateActorOf, transitionFault } from '#domain/entities/order/order.transitions.ts'
import { faultKinds, RequestFault } from '#domain/errors.ts'
import type { Viewer } from '#domain/roles.ts'
import { features } from '#domain/runtime-config.ts'
import { deed, type Wanted } from '../bulk/deeds.ts'
import { saveEach } from '../bulk/save-each.ts'
import { resourceNamed } from '../jsonapi/model.ts'
import { loadRows, type StoredRow } from '../jsonapi/rows.ts'
import type { JsonApi } from '../jsonapi/serving.ts'
import { failedResult } from '../operation-result.ts'

type Asked = z.output<typeof transferCall.input>

const states = { markAsSiirrossa: 'siirto', markAsSiirretty: 'siirretty' } as const

/** Each id is done or refused by itself; of an order, the shipments that the state table lets go there. */
export async function transferShipments(parts: JsonApi, viewer: Viewer, asked: Asked, log: FastifyBaseLogger): Promise<OperationResults> {
  const ids = asked.params.id
  const wanted = await wantedOf(parts, viewer, asked)
  const refused = wanted.flatMap((one) => ('refused' in one ? [failedResult(one.id, one.refused, log)] : []))
  const saved = await saveEach(
    parts,
    viewer,
    wanted.flatMap((one) => ('intents' in one ? [one] : [])),
    log,
  )
  const byId = new Map([...refused, ...saved].map((result) => [result.id, result]))
  return { success: true, results: ids.flatMap((id) => byId.get(id) ?? []) }
}

async function wantedOf(parts: JsonApi, viewer: Viewer, asked: Asked): Promise<Wanted[]> {
  const { id: ids, syy } = asked.params
  const to = states[asked.operation]
  const terminal = asked.operation === 'markAsSiirretty' ? asked.params.nykyinen_osoite : undefined
  const rights = parts.rightsOf(viewer)
  const lahetys = resourceNamed(parts.model, 'lahetys')
  const loaded = await loadRows(parts.pool, parts.model, rights, viewer, lahetys, { column: 'tilaus_id', ids, orIds: ids, lock: false })
  const shipments = loaded.flatMap(({ row, mayRead }) => (mayRead && row.status === 1 ? [row] : []))
  const refusalOf = (row: StoredRow): string | null => {
    const actor = stateActorOf(viewer, { kuljettaja: typeof row.kuljettaja === 'string' ? row.kuljettaja : null })
    if (!actor || !isShipmentState(row.tila)) return faultKinds.forbidden.title
    return transitionFault(shipmentTransitionsOf(features), shipmentStates, {
      from: row.tila,
      to,
      actor,
      now: parts.clock(),
      since: 0,
      reason: syy,
    })
  }
  const values = {
    attributes: { tila: to },
    ...(terminal
      ? { relationships: { nykyinen_osoite: { data: { type: resourceNamed(parts.model, 'postiosoite').type, id: terminal } } } }
      : {}),
  }
  return ids.map((id, index): Wanted => {
    const own = shipments.filter((row) => row.id === id || row.tilaus === id)
    const [first] = own
    if (!first) return { id, refused: new RequestFault({ kind: 'not_found', detail: faultKinds.not_found.title }) }
    const able = own.filter((row) => refusalOf(row) === null)
    if (able.length === 0)
      return { id, refused: new RequestFault({ kind: 'invalid', detail: refusalOf(first) ?? faultKinds.invalid.title }) }
    return deed(
      parts,
      rights,
      id,
      index,
      syy,
      able.map((row) => ({ resource: lahetys, id: row.id, values })),
    )
  })
}
