import { z } from 'zod'
import { roles } from '../../access/roles.ts'
import { defineCall } from '../../model/define-call.ts'
import { firstValidMoment } from '../../values/time/time.ts'

export const holidayFields = ['paiva', 'date', 'name'] as const

const maxSeconds = 10 * 366 * 86_400
const lastYear = 4_102_437_600 // 2100-01-01

const moment = (what: string) =>
  z.coerce
    .number<string | number>(`Anna ${what} sekunteina (unix).`)
    .int(`Anna ${what} sekunteina (unix).`)
    .min(firstValidMoment, `Aikaisin vuosi on 1971 (${what}).`)
    .max(lastYear, `Viimeinen vuosi on 2099 (${what}).`)

/** Finland's public holidays from the day of `min` to the day of `max`, both included. */
export const publicHolidaysCall = defineCall({
  method: 'GET',
  path: '/api/pyhapaivat',
  roles,
  input: z
    .strictObject({
      min: moment('min'),
      max: moment('max'),
      /** True: the days alone, as unix seconds of local midnight; false: objects. */
      simple: z
        .union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })], 'simple on true tai false.')
        .default(true),
      /** The fields of the objects as a comma-separated list; all of them by default. */
      fields: z
        .union([z.string(), z.array(z.string())])
        .transform((input) => [input].flat().flatMap((part) => part.split(',')))
        .pipe(z.array(z.enum(holidayFields, `Tuntematon kenttä. Kentät: ${holidayFields.join(', ')}.`)))
        .default([...holidayFields]),
    })
    .refine(({ min, max }) => min <= max, { error: 'max ei voi olla ennen min-aikaa.', path: ['max'] })
    .refine(({ min, max }) => max - min <= maxSeconds, { error: 'Kysy enintään kymmenen vuotta kerrallaan.', path: ['max'] }),
  output: z.strictObject({
    data: z.union([
      z.array(z.number()),
      z.array(z.strictObject({ paiva: z.number().optional(), date: z.string().optional(), name: z.string().optional() })),
    ]),
    meta: z.strictObject({ count: z.number() }),
  }),
})
