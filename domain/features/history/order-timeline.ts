import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'
import { timelineActionKinds } from './timeline-actions.ts'

const moment = z.number()
const place = z.strictObject({ lat: z.number(), lng: z.number() })

/** Ours: the events of an order that the viewer may see, newest first. */
export const orderTimelineCall = defineCall({
  method: 'GET',
  path: '/api/tilaus/tapahtumat',
  roles: ['yllapito', 'kuljettaja', 'asiakas', 'asiakas_yllapito'],
  input: z.strictObject({ id: z.uuid('Tilauksen tunniste (id) on UUID.').toLowerCase() }),
  output: listOf(
    z.strictObject({
      id: z.string(),
      laji: z.enum(timelineActionKinds),
      aika: moment,
      /** The time on the device's clock; 0 when unknown. */
      laitteen_aika: moment,
      /** `nimi` is '' when the viewer may not know it; both are '' for the system itself. */
      kuka: z.strictObject({
        nimi: z.string(),
        rooli: z.string(),
        /** Of a customer's person, as E.164; '' when there is none, or the viewer may not know it. */
        puhelin: z.string(),
      }),
      /** The action as a continuation of the name: `merkitsi lähetyksen 1/2 noudetuksi`. */
      teksti: z.string(),
      /** The shipment's or job's new state; '' when none changed. */
      tila: z.string(),
      /** The reason, as typed by the person who made the change. */
      syy: z.string(),
      paikka: place.nullable(),
      /** Addresses of pictures (`GET /file/:id`). */
      kuvat: z.array(z.string()),
      kuittaus: z
        .strictObject({
          nimenselvennys: z.string(),
          /** Address of the signature's picture; '' when there is none. */
          allekirjoitus: z.string(),
          /** The signed content has changed since (rules/deliveries.md#checksum). */
          muutettu: z.boolean(),
        })
        .nullable(),
    }),
  ),
})
export type TimelineEntry = OutputOf<typeof orderTimelineCall>['data'][number]
