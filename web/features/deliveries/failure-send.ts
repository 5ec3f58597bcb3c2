import * as z from 'zod/mini'
import { isShipmentState, type ShipmentState } from '#domain/entities/order/order.states.ts'
import { stateWithoutDelay } from '#domain/entities/shipment/shipment.delay.ts'
import type { OutboxItem, Sender } from '#web/data/device/outbox.ts'
import { Conflict } from '#web/data/fault.ts'
import { list } from '#web/data/json-api.ts'
import { operations } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { passOn } from '../conflicts/pass-on.ts'
import { showAnswered } from '../orders/answered-lines.ts'
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

export const failureOf = ({ kind, payload }: Pick<OutboxItem, 'kind' | 'payload'>): QueuedFailure | undefined =>
  kind === failureKind ? payloadShape.safeParse(payload).data : undefined

async function store(failure: Failure, shipments: readonly Attempted[]): Promise<void> {
  const step = await failureOperations(failure, shipments)
  showAnswered(step, await operations(step, saveKeyOf(failure.id, step), { quiet: 'all' }))
}

/** Stores it once, however often it is sent; changes that leave the state as it was do not conflict. */
async function storeOnce({ failure, shipments }: QueuedFailure): Promise<void> {
  try {
    await store(failure, shipments)
  } catch (refusal) {
    if (!(refusal instanceof Conflict)) throw refusal
    const query = { filter: { id: shipments.map(({ id }) => id) }, page: { limit: shipments.length } } as const
    const { rows } = await list('lahetys', { ...query, fields: { lahetys: ['vid', 'tila', 'tilaus', 'poikkeama', 'myohastyminen'] } })
    const records = recordsByOrder(failure.id, shipments).flatMap(({ id, shipments }) => shipments.map((one) => [one.id, id] as const))
    const recordOf = new Map(records)
    if (rows.some(({ id, poikkeama }) => poikkeama !== null && poikkeama === recordOf.get(id))) return
    const before = new Map(shipments.map(({ id, tila }) => [id, tila]))
    const isAsBefore = (row: (typeof rows)[number]) => [row.tila, stateWithoutDelay(row)].some((tila) => tila === before.get(row.id))
    if (rows.length !== shipments.length || !rows.every(isAsBefore)) throw refusal
    await store(
      failure,
      rows.map(({ id, vid, tila, tilaus }) => ({ id, vid, tila, tilaus })),
    )
  }
}

/** Sends reports of failed deliveries from the outbox (web/data/device/outbox.ts). */
export const failureSender: Sender = {
  noun: ['poikkeama', 'poikkeamaa'],
  async send(payload, { offset }) {
    const { failure, shipments } = payloadShape.parse(payload)
    try {
      await storeOnce({ failure: { ...failure, at: failure.at + (offset ?? 0) }, shipments })
    } finally {
      void rereadAfterChange('lahetys', 'tilaus', 'toimituspoikkeama')
    }
  },
  async passOn(item, refusal) {
    const { failure, shipments } = payloadShape.parse(item.payload)
    const ids = shipments.map(({ id }) => id)
    await passOn(item, refusal, { laji: 'poikkeama', ...(await failureAction(failure, ids)) })
  },
}
