import { z } from 'zod'
import { shiftTypes } from '../../entities/shift/shift.entity.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { idsOf, operationResults } from '../../model/operation-results.ts'
import { listOf } from '../../model/query/list-of.ts'
import { keyOf } from '../../values/key-of.ts'
import { rangeDay } from './shift-range.ts'

/** The driver's own published shifts, by day and start: from today, two weeks ahead, unless a range is given. */
export const driverShiftsCall = defineCall({
  method: 'GET',
  path: '/api/tyovuoro/kuljettajan-tyovuorot',
  roles: ['kuljettaja'],
  reads: {
    yllapito: [],
    kuljettaja: ['tyovuoro', 'tyoreitti', 'auto'],
    asiakas: [],
    asiakas_yllapito: [],
    huolto: [],
  },
  input: z
    .strictObject({ min: rangeDay('min').optional(), max: rangeDay('max').optional() })
    .refine(({ min, max }) => min === undefined || max === undefined || min <= max, {
      error: 'Viimeinen päivä (max) ei voi olla ennen ensimmäistä (min).',
      path: ['max'],
    }),
  output: listOf(
    z.strictObject({
      id: z.uuid(),
      vid: z.number(),
      paiva: z.number(),
      alkuaika: z.number(),
      /** 0: the hours are not known. */
      kesto: z.number(),
      tyyppi: keyOf(shiftTypes),
      timestamp_julkaistu: z.number(),
      /** 0: new or changed since the driver read it. */
      timestamp_luettu: z.number(),
      auto: z.strictObject({ id: z.uuid(), rekisterinumero: z.string() }).nullable(),
      tyoreitit: z.array(
        z.strictObject({
          id: z.uuid(),
          tunniste: z.string(),
          reittinro: z.string(),
          name: z.string(),
          color: z.string(),
          lisatiedot: z.string(),
        }),
      ),
    }),
  ),
})
export type DriverShift = OutputOf<typeof driverShiftsCall>['data'][number]

/** Marks published shifts of the driver's own as read. `versiot` (id → vid): a shift with a newer version has not been seen, and stays unread. */
export const readShiftsCall = defineCall({
  method: 'POST',
  path: '/api/tyovuoro/kuljettajan-tyovuorot',
  roles: ['kuljettaja'],
  input: z.strictObject({
    ids: idsOf({ max: 500, what: { one: 'vuoro', many: 'vuoroa' } }),
    versiot: z
      .record(z.uuid('Tunniste (id) on UUID.').toLowerCase(), z.int('Versio (vid) on kokonaisluku.'), 'Anna versiot (id → vid) oliona.')
      .optional(),
  }),
  output: operationResults,
})
