import * as z from 'zod/mini'
import { queueItem, type Sender } from '#web/data/device/outbox.ts'
import { CallFault } from '#web/data/fault.ts'
import { showFault } from '#web/data/fault-toast.tsx'
import { add, operations } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { newId } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { formatDay } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { dayChain } from './day-send.ts'

export const correctionKind = 'korjauspyynto'
const requestShape = z.object({ id: z.string(), day: z.string(), reason: z.string() })
const quiet = [0, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504]

/** Sends drivers' requests to correct a working day from the outbox (web/data/device/outbox.ts). */
export const correctionSender: Sender = {
  noun: ['korjauspyyntö', 'korjauspyyntöä'],
  async send(payload) {
    const { id, day, reason } = requestShape.parse(payload)
    const list = [add('tyoaika_korjauspyynto', { id, tyovuoro_kirjaus: day, perustelu: reason })]
    try {
      await operations(list, saveKeyOf(id, list), { quiet })
    } catch (failure) {
      // Stored before, although no answer came: the id is nobody else's.
      if (!(failure instanceof CallFault && failure.status === 409)) throw failure
    } finally {
      void rereadAfterChange('tyoaika_korjauspyynto')
    }
  },
}

/** Stores the request on the device; it is sent after the actions of the day itself. False when the device cannot store it. */
export async function requestCorrection({ id, paiva }: { id: string; paiva: number }, reason: string): Promise<boolean> {
  const payload = { id: newId(), day: id, reason }
  const label = `Korjauspyyntö: ${formatDay(paiva)}`
  const item = { id: payload.id, kind: correctionKind, at: nowSeconds(), label, about: [], chain: dayChain, payload }
  return queueItem(item, ({ message }) => showFault(message))
}
