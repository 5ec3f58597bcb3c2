import { z } from 'zod'
import { keyOf } from '../../values/key-of.ts'

/** What a warning of the calendar is about (rules/shifts.md#warnings). */
export const shiftWarningKinds = {
  auto_kahdesti: 'Sama auto kahdella',
  kuljettaja_kahdesti: 'Kuljettaja kahdessa vuorossa',
  lepo_alle_9: 'Liian lyhyt lepo',
  lepo_alle_11: 'Lyhennetty lepo',
  ammattipatevyys: 'Ammattipätevyys ei ole voimassa',
  digipiirturikortti: 'Piirturikortti ei ole voimassa',
  yli_80_h: 'Yli 80 tuntia jaksossa',
} as const
export type ShiftWarningKind = keyof typeof shiftWarningKinds

/** A change that would remove the warning. Only the candidates of one shift; the best come first. */
const mend = z.discriminatedUnion('laji', [
  /** Cars that nobody has at the time of the shift. */
  z.strictObject({ laji: z.literal('auto'), tyovuoro: z.uuid(), autot: z.array(z.uuid()) }),
  /** A later start, in minutes from midnight, after a full rest. */
  z.strictObject({ laji: z.literal('alkuaika'), tyovuoro: z.uuid(), alkuaika: z.number() }),
  /** Drivers without a shift that day whom the shift would suit. */
  z.strictObject({ laji: z.literal('kuljettaja'), tyovuoro: z.uuid(), kuljettajat: z.array(z.uuid()) }),
])
export type ShiftMend = z.output<typeof mend>

export const shiftWarning = z.strictObject({
  /** The same for the same warning of the same shifts, so that a list keeps its rows: kind, day, and shifts. */
  avain: z.string(),
  laji: keyOf(shiftWarningKinds),
  /** The day on which it is shown first. */
  paiva: z.number(),
  /** The shifts marked, by day and start. Of a short rest, the one before the rest and the one after it. */
  tyovuorot: z.array(z.uuid()),
  /** Whose shifts they are, without duplicates. */
  kuljettajat: z.array(z.uuid()),
  auto: z.uuid().nullable(),
  /** The rest, or the planned work of the period; 0 for the other kinds. */
  minuutit: z.number(),
  /** The last valid day of a card, or the first day of the period; 0 for the other kinds. */
  rajapaiva: z.number(),
  ehdotukset: z.array(mend),
})
export type ShiftWarning = z.output<typeof shiftWarning>
