import * as z from 'zod/mini'
import { type CorrectionProposal, shownProposal } from '#domain/entities/correction-request/correction-request.entity.ts'
import { type TaskType, taskTypes } from '#domain/entities/worktime/task-types.ts'
import { type OutboxItem, queueItem, type Sender } from '#web/data/device/outbox.ts'
import { storeNew } from '#web/data/device/store-new.ts'
import { list } from '#web/data/json-api.ts'
import { add } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import type { Passed } from '#web/data/request.ts'
import { newId } from '#web/data/row.ts'
import { formatDay } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { passOn } from '../conflicts/pass-on.ts'
import { dayChain } from './day-send.ts'

export const correctionKind = 'korjauspyynto'
const isTaskType = (value: unknown): value is TaskType => typeof value === 'string' && value in taskTypes
const proposedTask = z.object({ alkuaika: z.number(), tyyppi: z.custom<TaskType>(isTaskType) })
const requestShape = z.object({
  id: z.string(),
  day: z.string(),
  reason: z.string(),
  proposal: z._default(
    z.object({
      alkuaika: z.exactOptional(z.number()),
      loppuaika: z.exactOptional(z.number()),
      tyotehtavat: z.exactOptional(z.array(proposedTask)),
    }),
    () => ({}),
  ),
  /** The day's midnight (unix seconds); unknown of requests that older builds stored. */
  date: z._default(z.number(), 0),
})

/** The requests that wait to be sent, by their record. */
export const unsentRequests = (items: readonly OutboxItem[]): ReadonlyMap<string, { reason: string; proposal: CorrectionProposal }> =>
  new Map(
    items.flatMap(({ kind, payload }) => {
      const request = kind === correctionKind ? requestShape.safeParse(payload).data : undefined
      return request ? [[request.day, request]] : []
    }),
  )

/**
 * The record that the request is about. The server may have added a day that was started on this device to one that another device had started:
 * the device's id is then no record, and the driver's only record of the date is meant.
 */
async function recordOf({ day, date }: { day: string; date: number }, options: Passed): Promise<string> {
  const fields = { tyovuoro_kirjaus: ['paiva'] } as const
  const { rows } = await list('tyovuoro_kirjaus', { filter: { id: day }, page: { limit: 1 }, fields }, options)
  if (rows.length > 0 || date === 0) return day
  const ofDate = await list('tyovuoro_kirjaus', { filter: { paiva: date }, page: { limit: 2 }, fields }, options)
  const [only, another] = ofDate.rows
  return only && !another ? only.id : day
}

/** `ehdotus: alkaa klo 6.00, päättyy klo 14.30`; '' for a request in words alone. */
function proposalText(proposal: CorrectionProposal): string {
  const shown = shownProposal(proposal)
  return shown && `ehdotus: ${shown}`
}

/** Sends drivers' requests to correct a working day from the outbox (web/data/device/outbox.ts). */
export const correctionSender: Sender = {
  noun: ['korjauspyyntö', 'korjauspyyntöä'],
  async send(payload, _item, options) {
    const request = requestShape.parse(payload)
    const { id, reason, proposal } = request
    try {
      const tyovuoro_kirjaus = await recordOf(request, options)
      await storeNew(id, [add('tyoaika_korjauspyynto', { id, tyovuoro_kirjaus, perustelu: reason, ehdotus: proposal })], options)
    } finally {
      void rereadAfterChange('tyoaika_korjauspyynto')
    }
  },
  passOn(item, refusal, options) {
    const { reason, proposal } = requestShape.parse(item.payload)
    const kuvaus = [reason, proposalText(proposal)].filter(Boolean).join(' – ').slice(0, 1000)
    return passOn(item, { refusal, toimi: { laji: 'muu', kuvaus } }, options)
  },
}

/** Stores the request on the device; it is sent after the actions of the day itself, which never wait for it. False when the device cannot store it. */
export async function requestCorrection(
  { id, paiva }: { id: string; paiva: number },
  { reason, proposal = {} }: { reason: string; proposal?: CorrectionProposal },
): Promise<boolean> {
  const payload: z.input<typeof requestShape> = { id: newId(), day: id, reason, proposal, date: paiva }
  const label = `Korjauspyyntö: ${formatDay(paiva)}`
  return queueItem({
    ...{ id: payload.id, kind: correctionKind, at: nowSeconds(), label, payload },
    ...{ about: [], chain: dayChain, holdsNothing: true },
  })
}
