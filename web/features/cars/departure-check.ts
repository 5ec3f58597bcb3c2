import * as z from 'zod/mini'
import type { CheckedPoint } from '#domain/entities/car/departure-check.entity.ts'
import { queueItem, type Sender } from '#web/data/device/outbox.ts'
import { CallFault } from '#web/data/fault.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { add, operations } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { newId } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { nowSeconds } from '#web/session/clock.ts'

export const departureCheckKind = 'lahtotarkastus'

const checkShape = z.object({
  id: z.string(),
  car: z.string(),
  points: z.array(z.object({ kohta: z.string(), kunnossa: z.boolean() })),
  at: z.number(),
})
const quiet = [0, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504]

/** Sends what drivers checked before driving from the outbox (web/data/device/outbox.ts). */
export const departureCheckSender: Sender = {
  noun: ['ajoonlähtötarkastus', 'ajoonlähtötarkastusta'],
  async send(payload) {
    const { id, car, points, at } = checkShape.parse(payload)
    const list = [add('lahtotarkastus', { id, auto: car, kohdat: points, tarkastettu: at })]
    try {
      await operations(list, saveKeyOf(id, list), { quiet })
    } catch (failure) {
      // Stored before, although no answer came: the id is nobody else's.
      if (!(failure instanceof CallFault && failure.status === 409)) throw failure
    } finally {
      void rereadAfterChange('lahtotarkastus')
    }
  },
}

type Checked = { car: { id: string; rekisterinumero: string }; points: readonly CheckedPoint[] }

/** Stores the checked points of a car on the device; they are sent in their turn. */
export async function storeDepartureCheck({ car, points }: Checked): Promise<void> {
  if (points.length === 0) return
  const [id, at] = [newId(), nowSeconds()]
  const payload = { id, car: car.id, points: [...points], at }
  const item = { id, kind: departureCheckKind, at, label: `Ajoonlähtötarkastus: ${car.rekisterinumero}`, about: [], chain: [], payload }
  const isStored = await queueItem(item, ({ message }) => showFault(message))
  if (!isStored) showFault('Laite ei voi tallentaa tarkastusta. Pidä sovellus auki, kunnes se on lähetetty.')
}
