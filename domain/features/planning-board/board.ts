import { z } from 'zod'
import { shipmentStates } from '../../entities/order/order.states.ts'
import { shiftStates } from '../../entities/shift/shift.entity.ts'
import { stopTypes } from '../../entities/stop/stop.entity.ts'
import { administratorsRead, defineCall, type OutputOf } from '../../model/define-call.ts'
import { keyOf } from '../../values/key-of.ts'
import { boardDay } from './board-day.ts'
import { breachKinds } from './schedule.ts'

/** `arvo`: minutes, kilograms or pallet places (schedule.ts). */
export const boardBreach = z.strictObject({ laji: keyOf(breachKinds), pysahdys: z.uuid().nullable(), arvo: z.number() })

const boardStop = z.strictObject({
  id: z.uuid(),
  vid: z.number(),
  tyyppi: keyOf(stopTypes),
  nimi: z.string(),
  osoite1: z.string(),
  postitmp: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  lukittu: z.boolean(),
  /** Minutes that the dispatcher has set; 0 = as its work needs. */
  kesto: z.number(),
  tehty: z.boolean(),
  lahetykset: z.array(z.uuid()),
  tuntituote: z.uuid().nullable(),
  /** Moments. The work begins at `alku`, after the arrival when a window opens later. */
  saapuminen: z.number(),
  alku: z.number(),
  lahto: z.number(),
  /** Driving to the stop, and minutes of the compulsory break on the way. */
  metrit: z.number(),
  sekunnit: z.number(),
  tauko: z.number(),
  /** Minutes of waiting, and minutes late. */
  etuajassa: z.number(),
  myohassa: z.number(),
  /** The load when the car leaves. */
  kg: z.number(),
  lavat: z.number(),
})
export type BoardStop = z.output<typeof boardStop>

const person = z.strictObject({ id: z.uuid(), name: z.string(), puhelin: z.string() })

/** A driver's shift of the day. */
export const boardRoute = z.strictObject({
  /** The shift's id and version. */
  id: z.uuid(),
  vid: z.number(),
  kuljettaja: person,
  tila: keyOf(shiftStates),
  /** Moments; `loppu` 0 when the length is not known. */
  alku: z.number(),
  loppu: z.number(),
  tunnetut_ajat: z.boolean(),
  lukittu: z.boolean(),
  reitit: z.array(z.strictObject({ reittinro: z.string(), name: z.string(), color: z.string() })),
  auto: z.strictObject({ id: z.uuid(), rekisterinumero: z.string(), kantavuus: z.number(), lavapaikat: z.number() }).nullable(),
  pysahdykset: z.array(boardStop),
  huomautukset: z.array(boardBreach),
  /** The largest load of the day, the driving, and when the last stop is left. */
  kg: z.number(),
  lavat: z.number(),
  metrit: z.number(),
  sekunnit: z.number(),
  paattyy: z.number(),
})
export type BoardRoute = z.output<typeof boardRoute>

/** A shipment or an hourly job. */
const boardWork = z.strictObject({
  id: z.uuid(),
  vid: z.number(),
  laji: z.enum(['lahetys', 'tuntituote']),
  tilaus: z.uuid(),
  /** The order's: `T-1042`. */
  tunniste: z.string(),
  asiakas: z.string(),
  tila: keyOf(shipmentStates),
  kuljettaja: z.uuid().nullable(),
  mista: z.string(),
  /** '' for an hourly job. */
  minne: z.string(),
  nouto_aika_alku: z.number(),
  nouto_aika_loppu: z.number(),
  toimitus_aika_alku: z.number(),
  toimitus_aika_loppu: z.number(),
  /** The day on which it is to be delivered or done; 0 for none. */
  paiva: z.number(),
  kg: z.number(),
  lavat: z.number(),
  kolli: z.number(),
  epaonnistunut: z.boolean(),
  /** The pickup's or the job's place, of work without a driver. */
  lat: z.number().nullable(),
  lng: z.number().nullable(),
})
export type BoardWork = z.output<typeof boardWork>

/** What a board follows from. */
export const boardEntities = [
  ...(['ajo_pysahdys', 'tyovuoro', 'tyoreitti', 'lahetys', 'tuntituote', 'tilaus', 'auto', 'user', 'profile_kuljettaja'] as const),
] as const

/** Everything that the board of a day shows. */
export const boardCall = defineCall({
  method: 'GET',
  path: '/api/ajot',
  roles: ['yllapito'],
  reads: administratorsRead(...boardEntities),
  input: z.strictObject({ paiva: boardDay }),
  output: z.strictObject({
    data: z.strictObject({
      paiva: z.number(),
      reitit: z.array(boardRoute),
      /** Drivers with work of the day that has no stops: they have no shift. */
      ilman_vuoroa: z.array(z.strictObject({ kuljettaja: person, tyot: z.array(z.uuid()) })),
      /** Work without a driver, by the beginning of its window. */
      vapaat: z.array(z.uuid()),
      tyot: z.array(boardWork),
      summat: z.strictObject({ metrit: z.number(), sekunnit: z.number(), pysahdyksia: z.number(), tehty: z.number() }),
    }),
    meta: z.strictObject({ count: z.number() }),
  }),
})
export type Board = OutputOf<typeof boardCall>['data']
