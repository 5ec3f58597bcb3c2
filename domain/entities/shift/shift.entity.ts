import { z } from 'zod'
import { defineEntity, inverse, many, one } from '../../model/define-entity.ts'
import { area, choice, day, duration, integer, json, moment, text, timeOfDay } from '../../model/define-field.ts'
import { color } from '../../values/checks.ts'
import { toNfc } from '../../values/nfc.ts'

export const shiftStates = { UNPUBLISHED: 'Julkaisematta', PUBLISHED: 'Julkaistu' } as const
/** Shift types (rules/shifts.md#shift-types). */
export const shiftTypes = {
  EI_AJOA: 'Ei ajoa',
  TYOVUORO: 'Töissä',
  VAPAA: 'Vapaalla',
  LOMA: 'Lomalla',
  SAIRASLOMA: 'Sairaslomalla',
  KOULUTUS: 'Koulutuksessa',
} as const
export type ShiftType = keyof typeof shiftTypes
/** The mark of each type in a cell of the calendar. */
export const shiftMarks: Record<ShiftType, string> = {
  EI_AJOA: 'X',
  TYOVUORO: 'T',
  VAPAA: 'VP',
  LOMA: 'VL',
  SAIRASLOMA: 'S',
  KOULUTUS: 'K',
}
export const workRouteStates = { ACTIVE: 'Aktiivinen' } as const

export const tyovuoro = defineEntity({
  name: 'tyovuoro',
  group: 'tyovuoro_entity',
  bundle: 'tyovuoro_entity',
  label: 'Työvuoro',
  tunniste: { prefix: 'TV', of: 'drupal_internal__id' },
  fields: {
    paiva: day('Päivä'),
    // Ours: the start and the length; both are known when `kesto` is not 0 (rules/shifts.md#start-and-length).
    alkuaika: timeOfDay('Alkaa'),
    kesto: duration('Kesto'),
    tila: choice('Tila', shiftStates, 'UNPUBLISHED'),
    tyyppi: choice('Tyyppi', shiftTypes, 'TYOVUORO'),
    // Ours: when it was published, and when its driver marked it as read; 0 after a change that the driver has not read.
    timestamp_julkaistu: moment('Julkaistu', { readOnly: true }),
    timestamp_luettu: moment('Luettu', { readOnly: true }),
  },
  relations: {
    tyoreitti: many('tyoreitti', 'Työreitit', { mustBe: 'live' }),
    kuljettaja: one('user', 'Kuljettaja', { mustBe: 'driver' }),
    /** The route's usual driver when somebody else drives (rules/shifts.md#usual-driver). */
    kuljettaja_default: one('user', 'Vakiokuljettaja', { mustBe: 'driver' }),
    auto: one('auto', 'Auto', { mustBe: 'live' }),
  },
})

/** A note on a day of the shift calendar. */
export const tyovuoro_lisatieto = defineEntity({
  name: 'tyovuoro_lisatieto',
  group: 'tyovuoro_lisatieto',
  bundle: 'tyovuoro_lisatieto',
  label: 'Työvuoron lisätieto',
  tunniste: { prefix: 'TVL', of: 'drupal_internal__id' },
  fields: { paiva: day('Päivä'), viesti: area('Viesti') },
  relations: {},
})

// Line breaks and tabs are accepted, as in a text area (rules/values.md#text).
const writing = z
  .string()
  .trim()
  .overwrite(toNfc)
  .max(10_000)
  .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u)
const workRouteNotes = z.strictObject({ value: writing })

export const tyoreitti = defineEntity({
  name: 'tyoreitti',
  group: 'tyoreitti_entity',
  bundle: 'tyoreitti_entity',
  label: 'Työreitti',
  tunniste: { prefix: 'TYR', of: 'drupal_internal__id' },
  fields: {
    reittinro: text('Reittinumero', { max: 30 }),
    color: text('Väri', { default: '#ffffff', max: 7, check: color }),
    tila: choice('Tila', workRouteStates, 'ACTIVE'),
    alkuaika: timeOfDay('Alkaa'),
    kesto: duration('Kesto'),
    /** The order of the routes in the calendar (rules/shifts.md#order-of-routes); equal ones by `reittinro`. */
    jarjestys: integer('Järjestys', { readOnly: true }),
    lisatiedot: json('Lisätiedot', {
      schema: workRouteNotes,
      default: { value: '' },
      fault: 'Anna lisätiedot muodossa {"value": "teksti"}, enintään 10 000 merkkiä.',
      show: ({ value }) => value,
    }),
  },
  relations: {
    kuljettaja: one('user', 'Kuljettaja', { mustBe: 'driver' }),
    auto: one('auto', 'Auto', { mustBe: 'live' }),
    vakioreitti: one('reitti', 'Vakioreitti', { mustBe: 'live' }),
    tyovuorot: inverse('tyovuoro', 'tyoreitti', 'Työvuorot', { hidden: true }),
  },
})
