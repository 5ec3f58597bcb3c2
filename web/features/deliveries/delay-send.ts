import * as z from 'zod/mini'
import { maxDelayMinutes } from '#domain/entities/shipment/shipment.delay.ts'
import { reportDelayCall } from '#domain/features/deliveries/report-delay.ts'
import { callApi } from '#web/data/api-call.ts'
import type { NewItem, OutboxItem, Sender } from '#web/data/device/outbox.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { formatMinutes } from '#web/kit/format.ts'
import { passOn } from '../conflicts/pass-on.ts'

/** A reported delay, as the outbox holds it. */
const delayShape = z.object({
  /** The report's id: the same over retries. */
  id: z.string(),
  shipments: z.readonly(z.array(z.string())),
  minutes: z.number().check(z.int(), z.minimum(1), z.maximum(maxDelayMinutes)),
  /** The estimate until then, 0 for none, and the moment of the report by the device's clock (unix seconds). */
  expected: z.number(),
  at: z.number(),
})
export type ReportedDelay = z.infer<typeof delayShape>

export const delayKind = 'myohastyminen'

/** It is about no row, so that the steps of the stop stay possible, and nothing waits for it; it waits for the earlier steps of its goods. */
export const delayItem = (delay: ReportedDelay, label: string): NewItem => ({
  ...{ id: delay.id, kind: delayKind, at: delay.at, label: `Myöhästyy ${formatMinutes(delay.minutes)}: ${label}`, payload: delay },
  ...{ about: [], chain: [...delay.shipments], holdsNothing: true },
})

/** The newest unsent delay of one of the shipments. */
export const unsentDelayOf = (items: readonly OutboxItem[], shipments: readonly { id: string }[]): ReportedDelay | undefined =>
  items
    .flatMap(({ kind, payload }) => (kind === delayKind ? (delayShape.safeParse(payload).data ?? []) : []))
    .findLast((delay) => shipments.some(({ id }) => delay.shipments.includes(id)))

/**
 * Sends delays from the outbox (web/data/device/outbox.ts). Goods that were delivered or given to another driver meanwhile are refused by the
 * server one by one; nothing is left to do about them.
 */
export const delaySender: Sender = {
  noun: ['myöhästymisilmoitus', 'myöhästymisilmoitusta'],
  async send(payload, { offset }, options) {
    const { id, shipments, minutes, expected, at } = delayShape.parse(payload)
    try {
      const times = { laitteen_aika: at, laitteen_ero: offset ?? 0 }
      const input = { id, lahetykset: [...shipments], minuutit: minutes, arvio: expected, ...times }
      await callApi(reportDelayCall, input, { ...options, idempotencyKey: id })
    } finally {
      void rereadAfterChange('tilaus', 'lahetys', 'notification')
    }
  },
  passOn(item, refusal, options) {
    const { minutes } = delayShape.parse(item.payload)
    return passOn(item, { refusal, toimi: { laji: 'muu', kuvaus: `Myöhästyy noin ${minutes} min` } }, options)
  },
}
