import { z } from 'zod'
import { shiftStates, shiftTypes, workRouteStates } from '../../entities/shift/shift.entity.ts'
import { keyOf } from '../../values/key-of.ts'

/** A shift as the calendar has it. Days and moments are unix seconds, 0 for none; `alkuaika` and `kesto` are minutes. */
export const shiftRow = z.strictObject({
  id: z.uuid(),
  vid: z.number(),
  paiva: z.number(),
  alkuaika: z.number(),
  /** 0: the hours are not known. */
  kesto: z.number(),
  tila: keyOf(shiftStates),
  tyyppi: keyOf(shiftTypes),
  tyoreitti: z.array(z.uuid()),
  kuljettaja: z.uuid().nullable(),
  kuljettaja_default: z.uuid().nullable(),
  auto: z.uuid().nullable(),
  timestamp_julkaistu: z.number(),
  /** 0 until the driver has read it as it is now. */
  timestamp_luettu: z.number(),
})
export type ShiftRow = z.output<typeof shiftRow>

export const workRouteRow = z.strictObject({
  id: z.uuid(),
  vid: z.number(),
  tunniste: z.string(),
  name: z.string(),
  reittinro: z.string(),
  /** `#1f7a8c`, lower case. */
  color: z.string(),
  tila: keyOf(workRouteStates),
  alkuaika: z.number(),
  kesto: z.number(),
  jarjestys: z.number(),
  lisatiedot: z.string(),
  kuljettaja: z.uuid().nullable(),
  auto: z.uuid().nullable(),
  vakioreitti: z.uuid().nullable(),
})
export type WorkRouteRow = z.output<typeof workRouteRow>

export const shiftDriverRow = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** The driver's flag `field_extra`. */
  lisakuljettaja: z.boolean(),
  /** The last day on which each is valid; 0 when it has not been given. */
  ammattipatevyys_voimassa: z.number(),
  digipiirturikortti_voimassa: z.number(),
  /** Why no text message can be sent to the driver; '' when it can. */
  tekstiviestin_este: z.string(),
})
export type ShiftDriverRow = z.output<typeof shiftDriverRow>

export const shiftCarRow = z.strictObject({ id: z.uuid(), rekisterinumero: z.string(), name: z.string() })
export type ShiftCarRow = z.output<typeof shiftCarRow>

export const shiftNoteRow = z.strictObject({ id: z.uuid(), vid: z.number(), paiva: z.number(), viesti: z.string() })
export type ShiftNoteRow = z.output<typeof shiftNoteRow>
