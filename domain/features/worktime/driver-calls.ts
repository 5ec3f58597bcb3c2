import { z } from 'zod'
import { reviewReasons, taskTypes } from '../../entities/worktime/task-types.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { keyOf } from '../../values/key-of.ts'
import { firstValidMoment, lastMoment } from '../../values/time/time.ts'
import { breachKinds } from './limits.ts'

const uuid = z.uuid('Tunniste (id) on UUID.').toLowerCase()
const moment = z
  .int('Anna aika sekunteina (unix).')
  .min(firstValidMoment, 'Aika on liian varhainen.')
  .max(lastMoment, 'Aika on liian myöhäinen.')
/**
 * Given by a device that sends a stored action: its true time is the given time plus this, the seconds by which the server's clock was ahead of the
 * device's when they were last compared; null when they never were. Without it the time was typed or is of this moment.
 */
const laitteen_ero = z.int('Anna laitteen kellon ero sekunteina.').min(-lastMoment).max(lastMoment).nullable().optional()

const coordinate = (limit: number) => z.number().min(-limit).max(limit).nullable().optional()

const startDay = z.strictObject({
  operation: z.literal('POST_OPERATION_START_DAY'),
  id: uuid.optional(),
  auto: uuid.nullable(),
  alkuaika: moment.optional(),
  tyyppi: keyOf(taskTypes).default('MUU'),
  laitteen_ero,
})
const startTask = z.strictObject({
  operation: z.literal('POST_OPERATION_START_TASK'),
  id: uuid.optional(),
  tyyppi: keyOf(taskTypes),
  alkuaika: moment.optional(),
  /** The place only with the driver's consent on the device. */
  latitude: coordinate(90),
  longitude: coordinate(180),
  address_print: z.string().trim().max(255).optional(),
  laitteen_ero,
})
const endDay = z.strictObject({ operation: z.literal('POST_OPERATION_END_DAY'), loppuaika: moment.optional(), laitteen_ero })

const driverOperation = z
  .discriminatedUnion('operation', [startDay, startTask, endDay], 'Tuntematon operaatio.')
  .superRefine((input, context) => {
    const time = input.operation === 'POST_OPERATION_END_DAY' ? 'loppuaika' : 'alkuaika'
    const given = input.operation === 'POST_OPERATION_END_DAY' ? input.loppuaika : input.alkuaika
    if (input.laitteen_ero !== undefined && given === undefined)
      context.addIssue({ code: 'custom', path: [time], message: 'Anna myös laitteen aika.' })
    if (input.operation !== 'POST_OPERATION_START_TASK') return
    if (((input.latitude ?? null) === null) !== ((input.longitude ?? null) === null))
      context.addIssue({ code: 'custom', path: ['latitude'], message: 'Anna sekä leveys- että pituusaste.' })
  })
export type DriverOperation = z.output<typeof driverOperation>
export type DriverOperationInput = z.input<typeof driverOperation>

export const breachRow = z.strictObject({
  laji: keyOf(breachKinds),
  kirjaus: z.uuid(),
  hetki: z.number(),
  minuutit: z.number(),
  raja: z.number(),
  laki: z.string(),
})

const reasons = z.array(keyOf(reviewReasons))

/** A task of a working day, with the place that the driver has let the device store. */
export const taskWithPlace = z.strictObject({
  id: z.uuid(),
  tyyppi: keyOf(taskTypes),
  alkuaika: z.number(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  address_print: z.string(),
})
export type TaskWithPlace = z.output<typeof taskWithPlace>

/** A working day as its driver sees it, with its tasks in their order. Moments are unix seconds, 0 for none. */
export const driverDay = z.strictObject({
  id: z.uuid(),
  vid: z.number(),
  paiva: z.number(),
  alkuaika: z.number(),
  loppuaika: z.number(),
  auto: z.strictObject({ id: z.uuid(), rekisterinumero: z.string() }).nullable(),
  /** Why an administrator has to look at it; [] when nothing is in doubt. */
  tarkista: reasons,
  tehtavat: z.array(taskWithPlace.extend({ tarkista: reasons })),
  /** Warnings about the day, never blocking (rules/worktime.md#warnings). */
  varoitukset: z.array(breachRow),
})
export type DriverDay = z.output<typeof driverDay>

/** The driver's own open day, or null. */
export const activeDayCall = defineCall({
  method: 'GET',
  path: '/api/tyovuoro-kirjaus',
  roles: ['kuljettaja'],
  reads: {
    yllapito: [],
    kuljettaja: ['tyovuoro_kirjaus', 'tyovuoro_kirjaus_tehtava', 'auto'],
    asiakas: [],
    asiakas_yllapito: [],
    huolto: [],
  },
  input: z.strictObject({ operation: z.literal('GET_OPERATION_ACTIVE', 'Tuntematon operaatio.') }),
  output: z.strictObject({ data: driverDay.nullable() }),
})

/** The driver's own calls (rules/worktime.md#calls). */
export const driverOperationsCall = defineCall({
  method: 'POST',
  path: '/api/tyovuoro-kirjaus',
  roles: ['kuljettaja'],
  input: driverOperation,
  output: z.strictObject({
    success: z.literal(true),
    /** The open day after the call, or null. */
    data: driverDay.nullable(),
    /** The day that the call started, changed, ended or found as it should be; null when there was none to end. */
    kirjaus: driverDay.nullable(),
  }),
})
export type DriverOperationAnswer = OutputOf<typeof driverOperationsCall>
