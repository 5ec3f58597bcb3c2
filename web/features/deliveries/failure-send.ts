import * as z from 'zod/mini'
import { isShipmentState, type ShipmentState } from '#domain/entities/order/order.states.ts'
import { stateWithoutDelay } from '#domain/entities/shipment/shipment.delay.ts'
import type { NewItem, OutboxItem, Sender } from '#web/data/device/outbox.ts'
import { Conflict } from '#web/data/fault.ts'
import { byIds, list } from '#web/data/json-api.ts'
import { operations } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import type { Passed } from '#web/data/request.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { passOn } from '../conflicts/pass-on.ts'
import { showAnswered, shownFields, showRead } from '../orders/answered-lines.ts'
import { recordsByOrder } from './delivery-records.ts'
import { type Failure, failureAction, failureOperations, failureShape } from './failed-delivery.ts'

export const failureKind = 'poikkeama'

const shipmentShape = z.object({
  id: z.string(),
  vid: z.number(),
  tila: z.custom<ShipmentState>(isShipmentState),
  tilaus: z.nullable(z.string()),
})
type Attempted = z.infer<typeof shipmentShape>
const payloadShape = z.object({ failure: failureShape, shipments: z.array(shipmentShape) })
/** Why some shipments were not delivered, and the shipments as they were then. */
export type QueuedFailure = { failure: Failure; shipments: readonly Attempted[] }

/** The item that sends the report; the shipments' later steps wait for it. */
export const failureItem = ({ failure, shipments }: QueuedFailure, of: string): NewItem => ({
  id: failure.id,
  kind: failureKind,
  at: failure.at,
  label: `Toimitus ei onnistunut: ${of}`,
  about: [],
  chain: shipments.map(({ id }) => id),
  payload: { failure, shipments: shipments.map(({ id, vid, tila, tilaus }) => ({ id, vid, tila, tilaus })) } satisfies QueuedFailure,
})

export const failureOf = ({ kind, payload }: Pick<OutboxItem, 'kind' | 'payload'>): QueuedFailure | undefined =>
  kind === failureKind ? payloadShape.safeParse(payload).data : undefined

async function store(failure: Failure, shipments: readonly Attempted[], options: Passed): Promise<void> {
  const step = await failureOperations(failure, shipments, options)
  showAnswered(step, await operations(step, saveKeyOf(failure.id, step), options))
}

/** Stores it once, however often it is sent; changes that leave the state as it was do not conflict. */
async function storeOnce({ failure, shipments }: QueuedFailure, options: Passed): Promise<void> {
  try {
    await store(failure, shipments, options)
  } catch (refusal) {
    if (!(refusal instanceof Conflict)) throw refusal
    const { rows } = await list(
      'lahetys',
      { ...byIds(shipments.map(({ id }) => id)), fields: { lahetys: [...shownFields, 'tilaus', 'poikkeama', 'myohastyminen'] } },
      options,
    )
    const records = recordsByOrder(failure.id, shipments).flatMap(({ id, shipments }) => shipments.map((one) => [one.id, id] as const))
    const recordOf = new Map(records)
    if (rows.some(({ id, poikkeama }) => poikkeama !== null && poikkeama === recordOf.get(id))) {
      showRead(rows)
      return
    }
    const before = new Map(shipments.map(({ id, tila }) => [id, tila]))
    const isAsBefore = (row: (typeof rows)[number]) => [row.tila, stateWithoutDelay(row)].some((tila) => tila === before.get(row.id))
    if (rows.length !== shipments.length || !rows.every(isAsBefore)) throw refusal
    await store(
      failure,
      rows.map(({ id, vid, tila, tilaus }) => ({ id, vid, tila, tilaus })),
      options,
    )
  }
}

/** Sends reports of failed deliveries from the outbox (web/data/device/outbox.ts). */
export const failureSender: Sender = {
  noun: ['poikkeama', 'poikkeamaa'],
  load: (payload) => ((payloadShape.safeParse(payload).data?.failure.photos.length ?? 0) > 0 ? 'large' : 'small'),
  async send(payload, { offset }, options) {
    const { failure, shipments } = payloadShape.parse(payload)
    try {
      await storeOnce({ failure: { ...failure, at: failure.at + (offset ?? 0) }, shipments }, options)
    } finally {
      void rereadAfterChange('lahetys', 'tilaus', 'toimituspoikkeama')
    }
  },
  async passOn(item, refusal, options) {
    const { failure, shipments } = payloadShape.parse(item.payload)
    const ids = shipments.map(({ id }) => id)
    await passOn(item, { refusal, toimi: { laji: 'poikkeama', ...(await failureAction(failure, ids, options)) } }, options)
  },
}
