import * as z from 'zod/mini'
import type { Shipment } from '#web/features/deliveries/delivery.ts'
import { signatureShape } from '#web/features/deliveries/delivery-send.ts'
import { failureShape, pointShape } from '#web/features/deliveries/failed-delivery.ts'
import { photosShape } from '#web/kit/form/photos.ts'
import { newId } from '../../data/row.ts'

/** The draft as the device stores it. */
export const acknowledgementDraftShape = z.object({
  /** The id of the future acknowledgement: the same over retries and reloads. */
  id: z.string(),
  ticked: z.set(z.string()),
  signature: z.nullable(signatureShape),
  photos: photosShape,
  exceptions: z.map(z.string(), failureShape),
  /** The position of the first attempt to send; null when it is unknown. */
  where: z.exactOptional(pointShape),
  /** The time of the first attempt to send without a signature, by the device's clock (unix seconds). */
  leftAt: z.exactOptional(z.number()),
  /** Where the goods are left without a signature; null when somebody receives them. */
  left: z._default(z.nullable(z.string()), null),
  /** The pieces that were counted, by shipment. */
  counts: z._default(z.map(z.string(), z.number()), () => new Map()),
})

/** The selection, signature, photos and reports made at the door, until they are sent. The receiver's name is the form's. */
export type AcknowledgementDraft = z.infer<typeof acknowledgementDraftShape>

export const blankAcknowledgementDraft = (ticked: readonly string[]): AcknowledgementDraft => ({
  id: newId(),
  ticked: new Set(ticked),
  signature: null,
  photos: [],
  exceptions: new Map(),
  left: null,
  counts: new Map(),
})

/** A draft with selected shipments only is not worth storing. */
export const isWorthKeeping = ({ signature, photos, exceptions, counts }: AcknowledgementDraft): boolean =>
  signature !== null || photos.length > 0 || exceptions.size > 0 || counts.size > 0

type Known = { shipments: readonly Pick<Shipment, 'poikkeama'>[]; acknowledgements: readonly { row: { id: string } }[] }

/**
 * Whether the server has it already, because only its answer was lost. Any part of it shows that: the outbox still sends the rest by itself, such as
 * a failed delivery with pictures.
 */
export function isStored({ id, exceptions }: AcknowledgementDraft, { shipments, acknowledgements }: Known): boolean {
  const failures = new Set([...exceptions.values()].map((failure) => failure.id))
  return (
    acknowledgements.some(({ row }) => row.id === id) || shipments.some(({ poikkeama }) => poikkeama !== null && failures.has(poikkeama))
  )
}

type DraftState = { draft: AcknowledgementDraft | null; delivery: Known; mayDeliver: boolean }

/** Whether nothing is left to send: it is stored on the server, or nothing can be delivered any more. No form then shows the draft. */
export const isOver = ({ draft, delivery, mayDeliver }: DraftState): boolean => !mayDeliver || (draft !== null && isStored(draft, delivery))
