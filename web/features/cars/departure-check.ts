import * as z from 'zod/mini'
import type { CheckedPoint } from '#domain/entities/car/departure-check.entity.ts'
import { queueItem, type Sender } from '#web/data/device/outbox.ts'
import { actionTime } from '#web/data/device/outbox-item.ts'
import { storeNew } from '#web/data/device/store-new.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { add } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { newId } from '#web/data/row.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { passOn } from '../conflicts/pass-on.ts'

export const departureCheckKind = 'lahtotarkastus'

const checkShape = z.object({
  id: z.string(),
  car: z.string(),
  points: z.array(z.object({ kohta: z.string(), kunnossa: z.boolean() })),
  at: z.number(),
})

/** Sends what drivers checked before driving from the outbox (web/data/device/outbox.ts). */
export const departureCheckSender: Sender = {
  noun: ['ajoonlähtötarkastus', 'ajoonlähtötarkastusta'],
  async send(payload, { offset }, options) {
    const { id, car, points, at } = checkShape.parse(payload)
    const tarkastettu = actionTime({ at, offset })
    try {
      await storeNew(id, [add('lahtotarkastus', { id, auto: car, kohdat: points, tarkastettu })], options)
    } finally {
      void rereadAfterChange('lahtotarkastus')
    }
  },
  passOn(item, refusal, options) {
    const { points } = checkShape.parse(item.payload)
    const faulty = points.filter(({ kunnossa }) => !kunnossa).map(({ kohta }) => kohta)
    const kuvaus = faulty.length === 0 ? 'Kaikki kunnossa' : `Ei kunnossa: ${faulty.join(', ')}`
    return passOn(item, { refusal, toimi: { laji: 'muu', kuvaus: kuvaus.slice(0, 1000) } }, options)
  },
}

type Checked = { car: { id: string; rekisterinumero: string }; points: readonly CheckedPoint[] }

/** Stores the checked points of a car on the device; they are sent in their turn. */
export async function storeDepartureCheck({ car, points }: Checked): Promise<void> {
  if (points.length === 0) return
  const [id, at] = [newId(), nowSeconds()]
  const payload = { id, car: car.id, points: [...points], at }
  const item = { id, kind: departureCheckKind, at, label: `Ajoonlähtötarkastus: ${car.rekisterinumero}`, about: [], chain: [], payload }
  const isStored = await queueItem(item)
  if (!isStored) showFault('Laite ei voi tallentaa tarkastusta. Pidä sovellus auki, kunnes se on lähetetty.')
}
