import { z } from 'zod'
import { shiftStates, shiftTypes, workRouteStates } from '../../entities/shift/shift.entity.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { idsOf } from '../../model/operation-results.ts'
import { keyOf } from '../../values/key-of.ts'
import { messageText } from '../sms/send-sms.ts'
import { typedRangeDay } from './shift-range.ts'
import { shiftRow, workRouteRow } from './shift-rows.ts'
import { shiftWarning } from './shift-warning.ts'

/** The most shifts that one operation changes: 100 drivers in four weeks. Its undo names as many, in a body of less than two megabytes. */
export const maxShiftsAtOnce = 3000
/** More than an operation answers in `kumoa`: the shifts of 250 drivers in five weeks. */
const maxVersions = 10_000

const uuid = z.uuid('Tunniste (id) on UUID.').toLowerCase()
const day = (name: string) => z.int(`Anna päivä (${name}) sekunteina (unix).`)
const shiftIds = idsOf({ max: maxShiftsAtOnce, what: { one: 'vuoro', many: 'vuoroa' } })
const routeIds = idsOf({ max: 500, what: { one: 'reitti', many: 'reittiä' } })
const driverIds = z
  .array(z.uuid('Kuljettajan tunniste on UUID.').toLowerCase(), 'Anna kuljettajien luettelo (kuljettajat).')
  .min(1, 'Valitse ainakin yksi kuljettaja.')
  .max(500, 'Valitse enintään 500 kuljettajaa kerrallaan.')
  .transform((ids) => [...new Set(ids)])
const type = keyOf(shiftTypes)
/** The edited version of each row (id → vid): a newer one stored is 409. Rows that are not named are saved as they are. */
const versiot = z
  .record(
    z.uuid('Tunniste (id) on UUID.').toLowerCase(),
    z.int('Versio (vid) on kokonaisluku.').min(1, 'Versio (vid) on vähintään 1.'),
    'Anna versiot (id → vid) oliona.',
  )
  .refine((versions) => Object.keys(versions).length <= maxVersions, `Anna enintään ${maxVersions} versiota kerrallaan.`)
  .optional()
const status = z.literal([0, 1], 'Anna 1 tai 0.').optional()

/**
 * A shift to be saved: the fields that are named, the others stay. An unknown or missing `id` (or `new`) makes a new one. `status` 0 removes it,
 * and 1 brings a removed one back. A new shift with a work route takes `alkuaika`, `kesto` and `auto` from it unless they are given.
 */
const shiftInput = z.strictObject({
  id: z.union([z.literal('new'), uuid], 'Tunniste (id) on UUID tai new.').default('new'),
  status,
  paiva: day('paiva').optional(),
  alkuaika: z.int('Anna alkuaika minuutteina.').optional(),
  kesto: z.int('Anna kesto minuutteina.').optional(),
  tila: keyOf(shiftStates).optional(),
  tyyppi: type.optional(),
  tyoreitti: z.array(uuid, 'Anna työreittien luettelo (tyoreitti).').max(20, 'Vuorolla on enintään 20 työreittiä.').optional(),
  kuljettaja: uuid.nullable().optional(),
  kuljettaja_default: uuid.nullable().optional(),
  auto: uuid.nullable().optional(),
})
export type ShiftInput = z.input<typeof shiftInput>

const noteText = z.union([z.string(), z.strictObject({ value: z.string() }).transform(({ value }) => value)], 'Anna lisätiedot tekstinä.')

const workRouteInput = z.strictObject({
  id: z.union([z.literal('new'), uuid], 'Tunniste (id) on UUID tai new.').default('new'),
  status,
  name: z.string('Nimi on tekstiä.').optional(),
  reittinro: z.string('Reittinumero on tekstiä.').optional(),
  color: z.string('Väri on tekstiä.').optional(),
  tila: keyOf(workRouteStates).optional(),
  alkuaika: z.int('Anna alkuaika minuutteina.').optional(),
  kesto: z.int('Anna kesto minuutteina.').optional(),
  lisatiedot: noteText.optional(),
  kuljettaja: uuid.nullable().optional(),
  auto: uuid.nullable().optional(),
  vakioreitti: uuid.nullable().optional(),
})

const inOrder = ({ min, max }: { min: number; max: number }): boolean => min <= max
const backwards = { error: 'Viimeinen päivä (max) ei voi olla ennen ensimmäistä (min).', path: ['max'] }

/** The operations of the shift calendar (rules/shifts.md#operations). */
const operation = z.discriminatedUnion(
  'operation',
  [
    z.strictObject({ operation: z.literal('OPERATION_SAVE'), tyovuoro: shiftInput, versiot }),
    /** All of them or none. */
    z.strictObject({
      operation: z.literal('OPERATION_SAVE_MANY'),
      tyovuorot: z
        .array(shiftInput, 'Anna vuorojen luettelo (tyovuorot).')
        .min(1, 'Anna ainakin yksi vuoro.')
        .max(maxShiftsAtOnce, `Tallenna enintään ${maxShiftsAtOnce} vuoroa kerrallaan.`)
        .refine((rows) => {
          const ids = rows.flatMap(({ id }) => (id === 'new' ? [] : [id]))
          return new Set(ids).size === ids.length
        }, 'Sama vuoro on mukana kahdesti.'),
      versiot,
    }),
    z.strictObject({ operation: z.literal('OPERATION_DELETE'), id: uuid, versiot }),
    z.strictObject({ operation: z.literal('OPERATION_DELETE_MANY'), ids: shiftIds, versiot }),
    /** Of one shift, or of a driver's shifts of a day; a driver without one gets one. */
    z
      .strictObject({
        operation: z.literal('OPERATION_SET_TYYPPI'),
        id: uuid.optional(),
        kuljettaja: uuid.optional(),
        paiva: day('paiva').optional(),
        tyyppi: type,
        versiot,
      })
      .refine(({ id, kuljettaja, paiva }) => (id === undefined) === (kuljettaja !== undefined && paiva !== undefined), {
        error: 'Anna joko vuoro (id) tai kuljettaja ja päivä (kuljettaja, paiva).',
        path: ['id'],
      }),
    z.strictObject({ operation: z.literal('OPERATION_SET_TYYPPI_MANY'), ids: shiftIds, tyyppi: type, versiot }),
    z.strictObject({ operation: z.literal('OPERATION_SET_REITTI_LISATIETO'), id: uuid, lisatiedot: noteText, versiot }),
    z.strictObject({ operation: z.literal('OPERATION_SAVE_REITTI'), tyoreitti: workRouteInput, versiot }),
    z
      .strictObject({ operation: z.literal('OPERATION_FILL_DEFAULTS'), min: typedRangeDay('min'), max: typedRangeDay('max'), versiot })
      .refine(inOrder, backwards),
    z
      .strictObject({
        operation: z.literal('OPERATION_SET_PUBLISHED'),
        kuljettajat: driverIds,
        min: typedRangeDay('min'),
        max: typedRangeDay('max'),
        sms: z.boolean('sms on true tai false.').default(false),
        versiot,
      })
      .refine(inOrder, backwards),
    /** To the drivers of the shifts; one message each. */
    z.strictObject({ operation: z.literal('OPERATION_SEND_MESSAGE'), ids: shiftIds, message: messageText, versiot }),
    /** The work routes in their new order. */
    z.strictObject({ operation: z.literal('OPERATION_SET_WEIGHTS'), ids: routeIds, versiot }),
  ],
  'Tuntematon operaatio.',
)
export type ShiftOperation = z.output<typeof operation>
export type ShiftOperationInput = z.input<typeof operation>

/** Full values of shifts as they were; `status` 0 for one that did not exist. */
const undo = z.union([
  z.strictObject({
    operation: z.literal('OPERATION_SAVE_MANY'),
    tyovuorot: z.array(
      shiftRow
        .omit({ vid: true, timestamp_julkaistu: true, timestamp_luettu: true })
        .partial()
        .extend({ id: z.uuid(), status: z.literal([0, 1]) }),
    ),
    versiot: z.record(z.uuid(), z.number()),
  }),
  z.strictObject({
    operation: z.literal('OPERATION_SAVE_REITTI'),
    tyoreitti: workRouteRow
      .omit({ vid: true, tunniste: true, jarjestys: true })
      .partial()
      .extend({ id: z.uuid(), status: z.literal([0, 1]) }),
    versiot: z.record(z.uuid(), z.number()),
  }),
  z.strictObject({ operation: z.literal('OPERATION_SET_WEIGHTS'), ids: z.array(z.uuid()), versiot: z.record(z.uuid(), z.number()) }),
])
export type ShiftUndo = z.output<typeof undo>

export const shiftOperationsCall = defineCall({
  method: 'POST',
  path: '/api/tyovuoro',
  roles: ['yllapito'],
  input: operation,
  output: z.strictObject({
    success: z.literal(true),
    /** Of each shift or work route; of the drivers in OPERATION_SEND_MESSAGE. */
    results: z.array(z.strictObject({ id: z.uuid(), success: z.boolean(), message: z.string().optional() })),
    /** The changed rows as they are now; of removed ones only the ids. */
    tyovuorot: z.array(shiftRow),
    tyoreitit: z.array(workRouteRow),
    poistetut: z.array(z.uuid()),
    /** The warnings in which the changed shifts are. */
    huomautukset: z.array(shiftWarning),
    /** Of a publication with `sms`: what became of each driver's message. `message` says why it is not sent, or when it is. */
    viestit: z.array(z.strictObject({ kuljettaja: z.uuid(), success: z.boolean(), message: z.string().optional() })),
    /** The input of the call that undoes this one, refused with 409 once somebody else has changed its rows; null when nothing can be undone. */
    kumoa: undo.nullable(),
  }),
})
export type ShiftOperationsAnswer = OutputOf<typeof shiftOperationsCall>
