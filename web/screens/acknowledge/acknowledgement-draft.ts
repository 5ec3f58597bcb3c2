import * as z from 'zod/mini'
import type { Shipment } from '#web/features/deliveries/delivery.ts'
import { signatureShape } from '#web/features/deliveries/delivery-send.ts'
import { failureShape, pointShape } from '#web/features/deliveries/failed-delivery.ts'
import { photosShape } from '#web/kit/form/photos.ts'
import { newId } from '../../data/row.ts'

/** As the device keeps it. */
export const acknowledgementDraftShape = z.object({
  /** Of the acknowledgement that it becomes: the same over retries and reloads. */
  id: z.string(),
  ticked: z.set(z.string()),
  signature: z.nullable(signatureShape),
  photos: photosShape,
  exceptions: z.map(z.string(), failureShape),
  /** Where it was first tried to be sent; null when the device does not say. */
  where: z.exactOptional(pointShape),
  /** When it was first tried to be sent without a signature, by the device's own clock. */
  leftAt: z.exactOptional(z.number()),
  /** Where the goods are left without a signature; null when somebody receives them. */
  left: z._default(z.nullable(z.string()), null),
})

/** What is chosen, drawn, photographed and told at the door, until it is sent. The receiver's name is the form's. */
export type AcknowledgementDraft = z.infer<typeof acknowledgementDraftShape>

export const blankAcknowledgementDraft = (ticked: readonly string[]): AcknowledgementDraft => ({
  id: newId(),
  ticked: new Set(ticked),
  signature: null,
  photos: [],
  exceptions: new Map(),
  left: null,
})

/** Ticks alone are the page's own beginning. */
export const isWorthKeeping = ({ signature, photos, exceptions }: AcknowledgementDraft): boolean =>
  signature !== null || photos.length > 0 || exceptions.size > 0

type Known = { shipments: readonly Pick<Shipment, 'poikkeama'>[]; acknowledgements: readonly { row: { id: string } }[] }

/** Whether the server has it already: the answer was lost on its way. It is stored whole or not at all. */
export function isStored({ id, exceptions }: AcknowledgementDraft, { shipments, acknowledgements }: Known): boolean {
  const failures = new Set([...exceptions.values()].map((failure) => failure.id))
  return (
    acknowledgements.some(({ row }) => row.id === id) || shipments.some(({ poikkeama }) => poikkeama !== null && failures.has(poikkeama))
  )
}

type DraftState = { draft: AcknowledgementDraft | null; delivery: Known; mayDeliver: boolean }

/** Whether nothing is left to send: the server has it, or there is nothing to deliver any more, so that no form would show what is kept. */
export const isOver = ({ draft, delivery, mayDeliver }: DraftState): boolean => !mayDeliver || (draft !== null && isStored(draft, delivery))
