import { z } from 'zod'
import { administratorsRead, defineCall, type OutputOf } from '../../model/define-call.ts'
import { pageOf } from '../../model/query/page-input.ts'
import { rangeDay } from './shift-range.ts'
import { shiftCarRow, shiftDriverRow, shiftNoteRow, shiftRow, workRouteRow } from './shift-rows.ts'
import { shiftWarning } from './shift-warning.ts'

/** The first and the last day, both included: any moment of each. */
const range = { min: rangeDay('min').optional(), max: rangeDay('max').optional() }
const uuid = z.uuid('Tunniste (kuljettaja) on UUID.').toLowerCase()
const yesOrNo = (name: string) =>
  z.union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })], `${name} on true tai false.`)

/**
 * With `filter[…]` (of drivers) and `tyovuoro_filter[…]` (of shifts) as in the JSON:API lists of `user` and `tyovuoro`, `sort` of drivers,
 * and a page of drivers. Without a range, two weeks from this week's Monday.
 */
const allDataInput = z.looseObject({
  operation: z.literal('OPERATION_GET_ALL_DATA'),
  ...range,
  sort: z.string().max(200).optional(),
  /** False leaves the warnings out, for who computes them from the plan. */
  huomautukset: yesOrNo('huomautukset').default(true),
  ...pageOf({ usual: 250, max: 250 }),
})
const usedCarsInput = z.looseObject({ operation: z.literal('OPERATION_GET_USED_AUTO_IDS'), ...range })
const driverDataInput = z.looseObject({
  operation: z.literal('OPERATION_GET_DATA_BY_KULJETTAJA'),
  kuljettaja: uuid,
  ...range,
  include_default_kuljettaja_muualla: yesOrNo('include_default_kuljettaja_muualla').default(false),
})

/** Everything that the shift calendar of a range shows. */
const allDataOutput = z.strictObject({
  data: z.strictObject({
    /** Midnights of the first and the last day. */
    min: z.number(),
    max: z.number(),
    kuljettajat: z.array(shiftDriverRow),
    /** Of the drivers listed, and those without a driver. */
    tyovuorot: z.array(shiftRow),
    /** Not shown, but needed by the warnings: other drivers' shifts of the range, and those of the days and the two-week periods around it. */
    lahivuorot: z.array(shiftRow),
    /** Live ones in their order, and removed ones that the shifts refer to. */
    tyoreitit: z.array(workRouteRow.extend({ poistettu: z.boolean() })),
    autot: z.array(shiftCarRow.extend({ poistettu: z.boolean() })),
    lisatiedot: z.array(shiftNoteRow),
    pyhapaivat: z.array(z.strictObject({ paiva: z.number(), name: z.string() })),
    huomautukset: z.array(shiftWarning),
    /** The first Monday of some two-week period of working time. */
    jakson_alku: z.number(),
    tekstiviesti: z.strictObject({
      /** The company's message of publication, with its placeholders. */
      pohja: z.string(),
      /** Hours 0…23 between which messages wait. */
      hiljaisuus_alkaa: z.number(),
      hiljaisuus_paattyy: z.number(),
    }),
  }),
  /** The number of drivers that match. */
  meta: z.strictObject({ count: z.number() }),
})
const usedCarsOutput = z.strictObject({ data: z.array(z.uuid()), meta: z.strictObject({ count: z.number() }) })
const driverDataOutput = z.strictObject({
  data: z.strictObject({
    tyovuorot: z.array(shiftRow),
    /** With `include_default_kuljettaja_muualla`: shifts of the driver's usual routes that others drive. */
    muualla: z.array(shiftRow),
    tyoreitit: z.array(workRouteRow),
    autot: z.array(shiftCarRow),
  }),
  meta: z.strictObject({ count: z.number() }),
})

const shared = {
  method: 'GET',
  path: '/api/tyovuoro',
  roles: ['yllapito'],
  reads: administratorsRead('tyovuoro', 'tyovuoro_lisatieto', 'tyoreitti', 'user', 'profile_kuljettaja', 'auto'),
} as const

/** Reads as the web app makes them. The server has one route for all, `shiftReadsCall`. */
export const shiftCalendarCall = defineCall({ ...shared, input: allDataInput, output: allDataOutput })
export const shiftsOfDriverCall = defineCall({ ...shared, input: driverDataInput, output: driverDataOutput })
export type ShiftCalendarData = OutputOf<typeof shiftCalendarCall>['data']

/** What each operation knows; `filter[…]` and `tyovuoro_filter[…]` belong to the first one. */
const parameters: Readonly<Record<string, readonly string[]>> = {
  OPERATION_GET_ALL_DATA: ['operation', 'min', 'max', 'sort', 'huomautukset', 'page[offset]', 'page[limit]'],
  OPERATION_GET_USED_AUTO_IDS: ['operation', 'min', 'max'],
  OPERATION_GET_DATA_BY_KULJETTAJA: ['operation', 'min', 'max', 'kuljettaja', 'include_default_kuljettaja_muualla'],
}

export const shiftReadsCall = defineCall({
  ...shared,
  input: z
    .discriminatedUnion(
      'operation',
      [allDataInput, usedCarsInput, driverDataInput],
      'Tuntematon operaatio. Anna OPERATION_GET_ALL_DATA, OPERATION_GET_USED_AUTO_IDS tai OPERATION_GET_DATA_BY_KULJETTAJA.',
    )
    .superRefine((query, context) => {
      const known = parameters[query.operation] ?? []
      const filters = query.operation === 'OPERATION_GET_ALL_DATA'
      for (const name of Object.keys(query))
        if (!known.includes(name) && !(filters && /^(tyovuoro_)?filter\[/.test(name)))
          context.addIssue({ code: 'custom', path: [name], message: `Tuntematon parametri: ${name}.` })
      if (query.min !== undefined && query.max !== undefined && query.max < query.min)
        context.addIssue({ code: 'custom', path: ['max'], message: 'Viimeinen päivä (max) ei voi olla ennen ensimmäistä (min).' })
    }),
  output: z.union([allDataOutput, driverDataOutput, usedCarsOutput]),
})
export type ShiftReadsInput = z.output<typeof shiftReadsCall.input>
