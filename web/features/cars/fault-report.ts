import * as z from 'zod/mini'
import { huolto } from '#domain/entities/car/maintenance.entity.ts'
import { faultName, isFaultDescribed } from '#domain/entities/car/maintenance.rules.ts'
import { parseField } from '#domain/model/validation.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import type { Sender } from '#web/data/device/outbox.ts'
import { CallFault } from '#web/data/fault.ts'
import { add, operations } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { newId } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { photosShape, storePhotos } from '#web/kit/form/photos.ts'
import { removeDraft } from '#web/kit/form/saved-draft.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { showDone } from '#web/ui/undo-toast.tsx'

/** A report of what is wrong with a car, as the device stores it while it is written and until it is sent. */
export const faultReportShape = z.object({
  /** The maintenance entry's id: the same over retries. */
  id: z.string(),
  /** '' until it is chosen. */
  car: z.string(),
  info: z.string(),
  photos: photosShape,
  /** When it was begun (unix seconds); the entry is of that day. */
  at: z.number(),
})
export type FaultReport = z.infer<typeof faultReportShape>

export const blankFaultReport = (car: string): FaultReport => ({ id: newId(), car, info: '', photos: [], at: nowSeconds() })

/** What is wrong with the report itself, by field. */
export function faultReportFaults({ car, info }: FaultReport): Record<string, string> {
  const parsed = parseField(huolto.fields.info, info)
  return {
    ...(car === '' ? { car: 'Valitse auto.' } : {}),
    ...('fault' in parsed ? { info: parsed.fault } : isFaultDescribed(info.trim()) ? {} : { info: 'Kerro, mikä autossa on vialla.' }),
  }
}

export const faultReportKind = 'vika'
const sentShape = z.object({ report: faultReportShape, draft: z.string() })
/** What the outbox holds: the report, and the name of its draft, which is removed once it is sent. */
export type SentFaultReport = z.infer<typeof sentShape>

const quiet = [0, 401, 404, 409, 413, 415, 422, 429, 500, 502, 503, 504, 507]

async function store({ id, car, info, photos, at }: FaultReport): Promise<void> {
  const kuvat = await storePhotos('huolto', 'kuvat', photos)
  const list = [add('huolto', { id, name: faultName, paiva: startOfDay(at), auto: car, info: info.trim(), kuvat })]
  await operations(list, saveKeyOf(id, list), { quiet }).catch((failure: unknown) => {
    // Stored before, although no answer came: the id is nobody else's.
    if (!(failure instanceof CallFault && failure.status === 409)) throw failure
  })
}

/** Sends fault reports from the outbox (web/data/device/outbox.ts). */
export const faultReportSender: Sender = {
  noun: ['vikailmoitus', 'vikailmoitusta'],
  async send(payload) {
    try {
      await store(sentShape.parse(payload).report)
      showDone('Vika ilmoitettu')
    } finally {
      void rereadAfterChange('huolto', 'auto')
    }
  },
  sent: (userId, payload) => removeDraft(userId, sentShape.parse(payload).draft),
}
