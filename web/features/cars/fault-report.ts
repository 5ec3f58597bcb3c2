import * as z from 'zod/mini'
import { huolto } from '#domain/entities/car/maintenance.entity.ts'
import { faultName, isFaultDescribed } from '#domain/entities/car/maintenance.rules.ts'
import { parseField } from '#domain/model/validation.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import type { NewItem, OutboxItem, Sender } from '#web/data/device/outbox.ts'
import { actionTime } from '#web/data/device/outbox-item.ts'
import { storeNew } from '#web/data/device/store-new.ts'
import { list } from '#web/data/json-api.ts'
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
/** What the outbox holds. Older builds stored the name of the report's draft too, which the next report of the car may have by now. */
const sentShape = z.object({ report: faultReportShape })

const labelOf = (plate: string): string => (plate === '' ? 'Vika' : `Vika: ${plate}`)

/** `plate`: the car's registration number, which the dispatcher reads when the server rejects the report; '' when the device does not know it. */
export const faultItem = (report: FaultReport, plate: string): NewItem => ({
  ...{ id: report.id, kind: faultReportKind, at: report.at, label: labelOf(plate), about: [] },
  payload: { report } satisfies z.infer<typeof sentShape>,
})

/** The item's label with the car in it, also when the device did not know its registration number. */
async function fullLabel({ label }: OutboxItem, car: string, options: Passed): Promise<string> {
  if (label !== labelOf('')) return label
  const { rows } = await list('auto', { filter: { id: car }, page: { limit: 1 }, fields: { auto: ['rekisterinumero'] } }, options)
  return labelOf(rows[0]?.rekisterinumero ?? '')
}

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
    const { car, info, photos } = sentShape.parse(item.payload).report
    const label = await fullLabel(item, car, options)
    const kuvat = await storePhotos({ name: 'huolto', field: 'kuvat' }, photos, options)
    await passOn({ ...item, label }, { refusal, toimi: { laji: 'muu', kuvaus: info.trim().slice(0, 1000), kuvat } }, options)
  },
}
