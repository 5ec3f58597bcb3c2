import * as z from 'zod/mini'
import { signedFields } from '#domain/entities/acknowledgement/acknowledgement.rules.ts'
import type { FailureAction } from '#domain/entities/conflict/driver-action.ts'
import type { StateActor } from '#domain/entities/order/order.states.ts'
import { allowedTransitions, stateActorOf } from '#domain/entities/order/order.transitions.ts'
import { stateWithoutDelay } from '#domain/entities/shipment/shipment.delay.ts'
import { type NewItem, type OutboxItem, queueAlong, queueItem, type Sender } from '#web/data/device/outbox.ts'
import { CallFault, Conflict } from '#web/data/fault.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { upload } from '#web/data/files/upload.ts'
import { byIds, list } from '#web/data/json-api.ts'
import { add, type Operation, operations, update } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import type { Passed } from '#web/data/request.ts'
import { newId } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { dropDraft } from '#web/kit/form/drafts.ts'
import { photosShape, storePhotos } from '#web/kit/form/photos.ts'
import { removeDraft } from '#web/kit/form/saved-draft.ts'
import { plural } from '#web/kit/format.ts'
import { clockOffset, nowSeconds, serverSeconds } from '#web/session/clock.ts'
import { currentSession } from '#web/session/session.ts'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'
import { passOn } from '../conflicts/pass-on.ts'
import { showAnswered, showRead } from '../orders/answered-lines.ts'
import { shipmentTable } from '../orders/shipment-table.ts'
import type { Shipment } from './delivery.ts'
import { recordsByOrder } from './delivery-records.ts'
import { failureAction, failureOperations, failureShape, pointShape } from './failed-delivery.ts'
import { failureItem } from './failure-send.ts'
import { pictureItem } from './picture-send.ts'
import { type QueuedStep, stepKind, undone } from './state-step.ts'

const strokePoint = z.object({ x: z.number(), y: z.number(), pressure: z.number(), time: z.number() })
export const signatureShape = z.object({
  image: z.instanceof(Blob),
  strokes: z.readonly(z.array(z.readonly(z.array(strokePoint)))),
  /** When it was drawn, by the device's clock. */
  at: z.number(),
  uploadKey: z.string(),
})
export type Signature = z.infer<typeof signatureShape> & { fileId?: string }

const isShipment = (value: unknown): value is Shipment => typeof value === 'object' && value !== null && 'id' in value && 'vid' in value
const shipmentShape = z.custom<Shipment>(isShipment)
/** A delivery, with everything needed to send it later. */
const signedShape = z.object({
  /** The acknowledgement's id: the same over retries. */
  id: z.string(),
  /** The name of the draft that the device stores until this is sent. */
  draft: z.string(),
  /** The orders' numbers. */
  numbers: z.string(),
  /** The shipments as they were when they were signed for, of any number of orders. */
  received: z.readonly(z.array(shipmentShape)),
  nimenselvennys: z.string(),
  /** Null when nothing was received, or it was left without a signature. */
  signature: z.nullable(signatureShape),
  /** Where it was left without a signature; null when somebody received it. */
  left: z.nullable(z.string()),
  photos: photosShape,
  /** The pieces that were counted, by shipment. */
  counts: z._default(z.map(z.string(), z.number()), () => new Map()),
  failed: z.readonly(z.array(z.readonly(z.tuple([shipmentShape, failureShape])))),
  where: pointShape,
  at: z.number(),
})
export type SignedDelivery = z.infer<typeof signedShape>

export const deliveryKind = 'kuittaus'
type Pictured = Pick<SignedDelivery, 'received' | 'left' | 'photos' | 'failed'>

/** A failed delivery whose pictures would hold up the signature of what was received at the same door: it follows by itself. */
const isFollowing = ({ received }: Pick<SignedDelivery, 'received'>, [, { photos }]: SignedDelivery['failed'][number]): boolean =>
  received.length > 0 && photos.length > 0

/** Whether pictures are uploaded with the delivery itself: those that prove goods left without a signature, or those of a door where nothing was received. */
const isLarge = (signed: Pictured): boolean =>
  (signed.left !== null && signed.photos.length > 0) ||
  signed.failed.some((failed) => failed[1].photos.length > 0 && !isFollowing(signed, failed))

/** The delivery in an outbox item; undefined for other items. */
export function signedOf({ kind, payload }: Pick<OutboxItem, 'kind' | 'payload'>): SignedDelivery | undefined {
  return kind === deliveryKind ? signedShape.safeParse(payload).data : undefined
}

/** Goods left without a signature have their pictures as the proof, which is saved with them; other pictures are sent later by themselves. */
async function storeFiles({ signature, photos, numbers, left }: SignedDelivery, options: Passed) {
  const stored: Signature | null = signature
  if (stored) {
    const file = { bytes: stored.image, filename: `kuittaus-${numbers.replaceAll(', ', '-').slice(0, 60)}.png` }
    stored.fileId ??= (await upload('v_o_kuittaus', 'kuittaus', file, { ...options, idempotencyKey: stored.uploadKey })).id
  }
  return {
    kuittaus: stored?.fileId ?? null,
    proof: left === null ? [] : await storePhotos({ name: 'lahetys', field: 'kuvat' }, photos, options),
  }
}

/** `offset`: of the device's clock. */
type Sending = { offset: number; options: Passed }

/** Operations of one save, with an acknowledgement for each order: who received what, and what was not received and why. */
async function operationsOf(signed: SignedDelivery, { offset, options }: Sending): Promise<Operation[]> {
  const { id, received, nimenselvennys, left, failed, where, at, counts } = signed
  const { kuittaus, proof } = await storeFiles(signed, options)
  const list = received.map((shipment) =>
    update('lahetys', shipment, {
      tila: 'toimitettu',
      laitteen_aika: at,
      laitteen_ero: offset,
      ...(counts.has(shipment.id) ? { toimitettu_maara: counts.get(shipment.id) } : {}),
      ...(shipment.poikkeama === null ? {} : { poikkeama: null }),
      ...(proof.length > 0 ? { kuvat: [...shipment.kuvat, ...proof] } : {}),
    }),
  )
  if (kuittaus !== null || left !== null)
    for (const record of recordsByOrder(id, received))
      list.push(
        add('v_o_kuittaus', {
          id: record.id,
          nimenselvennys,
          laitteen_aika: at + offset,
          ...where,
          lahetykset: record.shipments.map((shipment) => shipment.id),
          ...(kuittaus === null ? {} : { kuittaus }),
          ...(left === null ? {} : { jatetty: true, jattopaikka: left, kuvat: proof }),
        }),
      )
  const failures = Map.groupBy(failed, ([, failure]) => failure)
  for (const [failure, own] of failures)
    list.push(
      ...(await failureOperations(
        { ...failure, at: failure.at + offset },
        own.map(([shipment]) => shipment),
        options,
      )),
    )
  return list
}

async function store(signed: SignedDelivery, sending: Sending): Promise<void> {
  const list = await operationsOf(signed, sending)
  const results = await operations(list, saveKeyOf(signed.id, list), sending.options)
  showAnswered(list, results)
}

/** The server's current state: all of it stored, or the current shipments; null when they no longer match what was signed for. */
async function readNewest({ id, received, failed }: SignedDelivery, options: Passed): Promise<'stored' | Map<string, Shipment> | null> {
  const before = [...received, ...failed.map(([shipment]) => shipment)]
  const { rows } = await list('lahetys', byIds(before.map((shipment) => shipment.id)), options)
  const [record] = recordsByOrder(id, received)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const first = record && byId.get(record.shipments[0]?.id ?? '')
  const [failure] = failed
  if (first?.kuittaukset.includes(id) || (failure && byId.get(failure[0].id)?.poikkeama === failure[1].id)) {
    showRead(rows)
    return 'stored'
  }
  const asSigned = (one: Shipment): boolean => {
    const now = byId.get(one.id)
    return (
      now !== undefined && stateWithoutDelay(now) === stateWithoutDelay(one) && signedFields.every((field) => now[field] === one[field])
    )
  }
  return before.every(asSigned) ? byId : null
}

const changedMeanwhile = 'Lähetyksiä on muutettu sillä välin.'
const gone = 'Kuljetus ei ole enää kuljettajalla, tai se on poistettu.'

function explained(failure: CallFault): CallFault {
  if (failure instanceof Conflict) return new CallFault(409, [{ detail: changedMeanwhile }])
  // Assigned to another driver, or removed, during the signing.
  return failure.status === 404 ? new CallFault(404, [{ detail: gone }]) : failure
}

/** Stores it once, however often it is sent. Changes made meanwhile do not conflict unless they concern what was signed for. */
async function storeOnce(signed: SignedDelivery, sending: Sending): Promise<void> {
  try {
    await store(signed, sending)
  } catch (failure) {
    if (!(failure instanceof CallFault) || ![404, 409, 422].includes(failure.status)) throw failure
    const newest = await readNewest(signed, sending.options)
    if (newest === 'stored') return
    if (newest === null || !(failure instanceof Conflict)) throw explained(failure)
    const asNow = (shipment: Shipment) => newest.get(shipment.id) ?? shipment
    const newer = { received: signed.received.map(asNow), failed: signed.failed.map(([one, failed]) => [asNow(one), failed] as const) }
    await store({ ...signed, ...newer }, sending).catch((again: unknown) => {
      throw again instanceof CallFault ? explained(again) : again
    })
  }
}

/** The failed deliveries at the door that follow the signature. */
const failuresOf = (signed: SignedDelivery): NewItem[] =>
  signed.failed
    .filter((failed) => isFollowing(signed, failed))
    .map(([shipment, failure]) => failureItem({ failure, shipments: [shipment] }, signed.numbers))

/** The pictures of a delivery, sent after everything else (decision 75). */
function picturesOf({ received, photos, left }: SignedDelivery, { at, label }: OutboxItem): NewItem[] {
  if (left !== null || received.length === 0) return []
  const shipments = received.map(({ id }) => id)
  return photos.map((photo) => pictureItem({ photo, shipments }, { at, label }))
}

type Delivered = Pick<Shipment, 'id' | 'vid' | 'kuljettaja'>

/** Undoes the delivery through the outbox, while the state table lets the person do so; the signature stays as evidence. */
function undoOf(rows: readonly Delivered[], { since, numbers }: { since: number; numbers: string }): (() => Promise<void>) | null {
  const session = currentSession()
  const [first] = rows
  const actor = session && first && stateActorOf({ roles: session.user.roles, userId: session.user.id }, first)
  if (!actor) return null
  const situation = { from: 'toimitettu', actor, now: serverSeconds(), since } as const
  const isAllowed = allowedTransitions(shipmentTable(), situation).some(({ to, reason }) => to === 'kuljetuksessa' && !reason)
  return isAllowed ? () => takeBack(rows, { actor, numbers }) : null
}

async function takeBack(delivered: readonly Delivered[], { actor, numbers }: { actor: StateActor; numbers: string }): Promise<void> {
  const rows = delivered.map(({ id, vid }) => ({ id, vid }))
  const payload: QueuedStep = { name: 'lahetys', rows, from: 'toimitettu', to: 'kuljetuksessa', actor, toast: undone }
  const chain = rows.map(({ id }) => id)
  const isStored = await queueItem({
    id: newId(),
    kind: stepKind,
    at: nowSeconds(),
    label: `${undone}: ${numbers}`,
    about: [],
    chain,
    payload,
  })
  if (isStored) showDone(`${undone}.`)
  else showFault('Laite ei voi tallentaa muutosta. Pidä sovellus auki, kunnes se on lähetetty.')
}

/** Shows what the device has stored, and offers to undo it. */
export function showSigned({ received, failed, left, numbers, at }: SignedDelivery): void {
  const shipments = (count: number) => plural(count, 'lähetys', 'lähetystä')
  const sentences = [
    received.length > 0 ? `${left === null ? 'Toimitus kuitattu' : 'Jätetty ilman kuittausta'}: ${shipments(received.length)}.` : '',
    failed.length > 0 ? `Ei toimitettu: ${shipments(failed.length)}.` : '',
  ]
  const text = sentences.filter(Boolean).join(' ')
  const undo = undoOf(received, { since: at + (clockOffset() ?? 0), numbers })
  if (undo) showUndo(text, undo)
  else showDone(text)
}

/** Sends deliveries from the outbox (web/data/device/outbox.ts). */
export const deliverySender: Sender = {
  noun: ['kuittaus', 'kuittausta'],
  load: (payload) => {
    const { data } = signedShape.safeParse(payload)
    return data && isLarge(data) ? 'large' : 'small'
  },
  async send(payload, item, options) {
    const signed = signedShape.parse(payload)
    const failed = signed.failed.filter((one) => !isFollowing(signed, one))
    try {
      await storeOnce({ ...signed, failed }, { offset: item.offset ?? 0, options })
      await queueAlong(item, [...failuresOf(signed), ...picturesOf(signed, item)])
    } finally {
      void rereadAfterChange('tilaus', 'lahetys', 'v_o_kuittaus', 'toimituspoikkeama')
    }
  },
  async passOn(item, refusal, options) {
    const signed = signedShape.parse(item.payload)
    const { id, received, nimenselvennys, left, photos, where, failed } = signed
    const { kuittaus } = await storeFiles({ ...signed, left: null }, options)
    const kuvat = await storePhotos({ name: 'lahetys', field: 'kuvat' }, photos, options)
    const poikkeamat: FailureAction[] = []
    for (const [failure, own] of Map.groupBy(failed, ([, failure]) => failure))
      poikkeamat.push(
        await failureAction(
          failure,
          own.map(([shipment]) => shipment.id),
          options,
        ),
      )
    const place = { lat: where?.lat ?? null, lng: where?.lng ?? null }
    const lahetykset = received.map((shipment) => shipment.id)
    const of = { id, lahetykset, nimenselvennys, kuittaus, jattopaikka: left, kuvat, poikkeamat }
    await passOn(item, { refusal, toimi: { laji: 'kuittaus', ...of, ...place } }, options)
  },
  draft: (payload) => signedShape.safeParse(payload).data?.draft,
  sent(userId, payload) {
    const { draft } = signedShape.parse(payload)
    dropDraft(userId, draft)
    removeDraft(userId, draft)
  },
}
