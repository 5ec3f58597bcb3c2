import * as z from 'zod/mini'
import { huolto } from '#domain/entities/car/maintenance.entity.ts'
import { faultName, isFaultDescribed } from '#domain/entities/car/maintenance.rules.ts'
import { parseField } from '#domain/model/validation.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import type { Sender } from '#web/data/device/outbox.ts'
import { actionTime } from '#web/data/device/outbox-item.ts'
import { storeNew } from '#web/data/device/store-new.ts'
import { add } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import type { Passed } from '#web/data/request.ts'
import { newId } from '#web/data/row.ts'
import { photosShape, storePhotos } from '#web/kit/form/photos.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { passOn } from '../conflicts/pass-on.ts'

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
/** What the outbox holds: the report, and the name of the draft that it was. That is not removed once it is sent, since the next report of the car may have it by then. */
export type SentFaultReport = z.infer<typeof sentShape>

/** `at`: by the server's clock. */
async function store({ id, car, info, photos, at }: FaultReport, options: Passed): Promise<void> {
  const kuvat = await storePhotos({ name: 'huolto', field: 'kuvat' }, photos, options)
  await storeNew(id, [add('huolto', { id, name: faultName, paiva: startOfDay(at), auto: car, info: info.trim(), kuvat })], options)
}

/** Sends fault reports from the outbox (web/data/device/outbox.ts). */
export const faultReportSender: Sender = {
  noun: ['vikailmoitus', 'vikailmoitusta'],
  load: (payload) => ((sentShape.safeParse(payload).data?.report.photos.length ?? 0) > 0 ? 'large' : 'small'),
  async send(payload, { offset }, options) {
    const { report } = sentShape.parse(payload)
    try {
      await store({ ...report, at: actionTime({ at: report.at, offset }) }, options)
    } finally {
      void rereadAfterChange('huolto', 'auto')
    }
  },
  async passOn(item, refusal, options) {
    const { info, photos } = sentShape.parse(item.payload).report
    const kuvat = await storePhotos({ name: 'huolto', field: 'kuvat' }, photos, options)
    await passOn(item, { refusal, toimi: { laji: 'muu', kuvaus: info.trim().slice(0, 1000), kuvat } }, options)
  },
}
