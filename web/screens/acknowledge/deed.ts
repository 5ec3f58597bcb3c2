import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type FailureReason, failureReasons } from '#domain/entities/failed-delivery/failed-delivery.entity.ts'
import { dropFromDevice, keepOnDevice, readFromDevice } from '../../data/device-store.ts'
import { newId } from '../../data/row.ts'
import { nowSeconds } from '../../session/token.ts'
import type { Shipment } from './acknowledge-data.ts'

const pointShape = z.nullable(z.object({ lat: z.number(), lng: z.number() }))
// Not the file's id: one that was stored and not used is swept in a week, and the key finds it until then.
const photoShape = z.object({ key: z.string(), image: z.instanceof(Blob) })
const failureShape = z.object({
  id: z.string(),
  syy: z.custom<FailureReason>((value) => typeof value === 'string' && value in failureReasons),
  selite: z.string(),
  photos: z.readonly(z.array(photoShape)),
  at: z.number(),
  where: pointShape,
})
const strokePoint = z.object({ x: z.number(), y: z.number(), pressure: z.number(), time: z.number() })
const signatureShape = z.object({
  image: z.instanceof(Blob),
  strokes: z.readonly(z.array(z.readonly(z.array(strokePoint)))),
  /** When it was drawn, by the device's own clock. */
  at: z.number(),
  uploadKey: z.string(),
})
const deedShape = z.object({
  /** Of the acknowledgement that it becomes: the same over retries and reloads. */
  id: z.string(),
  ticked: z.set(z.string()),
  signature: z.nullable(signatureShape),
  photos: z.readonly(z.array(photoShape)),
  exceptions: z.map(z.string(), failureShape),
  /** Where it was first tried to be sent; null when the device does not say. */
  where: z.exactOptional(pointShape),
})
const keptShape = z.object({ savedAt: z.number(), deed: deedShape })

export type Signature = z.infer<typeof signatureShape> & { fileId?: string }
/** What is chosen, drawn, photographed and told at the door, until it is sent. The receiver's name is the form's. */
export type Deed = z.infer<typeof deedShape>
export type KeptDeed = z.infer<typeof keptShape>

export const blankDeed = (ticked: readonly string[]): Deed => ({
  id: newId(),
  ticked: new Set(ticked),
  signature: null,
  photos: [],
  exceptions: new Map(),
})

/** Reads what the device has kept; null for nothing, and for what an older build has kept otherwise. */
export async function readKept(key: string): Promise<KeptDeed | null> {
  const { data } = keptShape.safeParse(await readFromDevice(key))
  return data ?? null
}

/** Ticks alone are the page's own beginning. */
const isWorthKeeping = ({ signature, photos, exceptions }: Deed): boolean => signature !== null || photos.length > 0 || exceptions.size > 0

type Known = { shipments: readonly Pick<Shipment, 'poikkeama'>[]; acknowledgements: readonly { row: { id: string } }[] }

/** Whether the server has it already: the answer was lost on its way. It is stored whole or not at all. */
export function isStored({ id, exceptions }: Deed, { shipments, acknowledgements }: Known): boolean {
  const failures = new Set([...exceptions.values()].map((failure) => failure.id))
  return (
    acknowledgements.some(({ row }) => row.id === id) || shipments.some(({ poikkeama }) => poikkeama !== null && failures.has(poikkeama))
  )
}

/** A deed that the device keeps until it is sent or thrown away. `keptAt`: unix seconds, null while the device has none of it. */
export function useDeed(key: string, kept: KeptDeed | null, first: () => Deed) {
  const [deed, setDeed] = useState(() => kept?.deed ?? first())
  const [keptAt, setKeptAt] = useState(kept?.savedAt ?? null)
  const before = useRef(deed)
  const over = useRef(false)
  useEffect(() => {
    if (deed === before.current || over.current) return
    before.current = deed
    const now = nowSeconds()
    if (isWorthKeeping(deed)) void keepOnDevice(key, { savedAt: now, deed } satisfies KeptDeed).then((done) => setKeptAt(done ? now : null))
    else void dropFromDevice(key).then(() => setKeptAt(null))
  }, [key, deed])
  return {
    deed,
    change: (changes: Partial<Deed>) => setDeed((now) => ({ ...now, ...changes })),
    keptAt,
    /** Something is drawn, photographed or told that the device has not kept. */
    isUnkept: isWorthKeeping(deed) && keptAt === null,
    /** Sent or thrown away: nothing of it stays on the device. */
    drop: () => {
      over.current = true
      void dropFromDevice(key)
    },
  }
}
