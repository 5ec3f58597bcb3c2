import { defineEntity, inverse, one, type RowOf } from '../../model/define-entity.ts'
import { choice, choices, coordinate, day, flag, integer, json, moment, text } from '../../model/define-field.ts'
import { type Recording, recordingShape } from './recording.ts'
import { type SentSums, sentSumsShape } from './sent-sums.ts'
import { type ReviewReason, reviewReasons, taskTypes } from './task-types.ts'

/** Minutes, calculated from the tasks at every change (rules/worktime.md#sums); they cannot be typed. */
const minutes = (label: string) => integer(`${label} (min)`, { readOnly: true })

/** A driver's working day, from the start of the day to its end. */
export const tyovuoro_kirjaus = defineEntity({
  name: 'tyovuoro_kirjaus',
  group: 'tyovuoro_kirjaus_entity',
  bundle: 'tyovuoro_kirjaus_entity',
  label: 'Työaikakirjaus',
  tunniste: { prefix: 'TK', of: 'drupal_internal__id' },
  fields: {
    paiva: day('Päivä'),
    alkuaika: moment('Alkuaika'),
    loppuaika: moment('Loppuaika'),
    timestamp_latest_change: moment('Viimeisin muutos', { readOnly: true }),
    tarkistettu: flag('Tarkistettu'),
    lahetetty: flag('Lähetetty', { readOnly: true }),
    /** The sums as payroll got them last; {} before (rules/worktime.md#sent-records). */
    lahetetyt_summat: json<SentSums>('Lähetetyt summat', sentSumsShape, { readOnly: true }),
    /** The sums of a sent record have changed since: the difference goes into the next file. */
    korjaus_lahettamatta: flag('Korjaus lähettämättä', { readOnly: true }),
    /** Not empty: an administrator has to look at what a device sent (rules/worktime.md#bounds). */
    tarkista: choices<ReviewReason>('Tarkista', reviewReasons, [], { readOnly: true }),
    /** Overtime of locked records of the two-week period does not match the rule (rules/worktime.md#locked-records). */
    jakso_ei_tasmaa: flag('Jakso ei täsmää', { readOnly: true }),
    aika_kesto: minutes('Kesto'),
    aika_tyoaika: minutes('Työaika'),
    aika_ylityo_50: minutes('Ylityö 50 %'),
    aika_ylityo_100: minutes('Ylityö 100 %'),
    aika_ilta: minutes('Iltatyö'),
    aika_yo: minutes('Yötyö'),
    aika_pyha: minutes('Pyhätyö'),
    aika_ajo: minutes('Ajo'),
    aika_lastaus: minutes('Lastaus'),
    aika_purku: minutes('Purku'),
    aika_muu: minutes('Muu työ'),
    aika_tauko: minutes('Tauko'),
    aika_odotus: minutes('Odotus'),
    alkuperainen: json<Recording>('Kuljettajan merkinnät', recordingShape, { readOnly: true, appendOnly: true }),
  },
  relations: {
    kuljettaja: one('user', 'Kuljettaja', { required: true, once: true, mustBe: 'driver' }),
    user_latest_change: one('user', 'Viimeisin muuttaja', { readOnly: true }),
    auto: one('auto', 'Auto', { mustBe: 'live' }),
    tyotehtavat: inverse('tyovuoro_kirjaus_tehtava', 'tyovuoro_kirjaus', 'Työtehtävät'),
  },
  lines: ['tyotehtavat'],
  // The overtime of a driver's records of a two-week period is one sum (rules/worktime.md#overtime).
  savedUnder: 'kuljettaja',
})
export type TyovuoroKirjaus = RowOf<typeof tyovuoro_kirjaus>

/** A task of the day; it runs until the next one starts. */
export const tyovuoro_kirjaus_tehtava = defineEntity({
  name: 'tyovuoro_kirjaus_tehtava',
  group: 'tyovuoro_kirjaus_tehtava_entity',
  bundle: 'tyovuoro_kirjaus_tehtava_entity',
  label: 'Työtehtävä',
  tunniste: { prefix: 'TKT', of: 'drupal_internal__id' },
  fields: {
    alkuaika: moment('Alkuaika'),
    tyyppi: choice('Tyyppi', taskTypes, 'MUU'),
    latitude: coordinate('Leveysaste', 90),
    longitude: coordinate('Pituusaste', 180),
    address_print: text('Paikka'),
    tarkista: choices<ReviewReason>('Tarkista', reviewReasons, [], { readOnly: true }),
  },
  relations: {
    tyovuoro_kirjaus: one('tyovuoro_kirjaus', 'Työaikakirjaus', { required: true, once: true }),
  },
  partOf: 'tyovuoro_kirjaus',
})
export type Tyotehtava = RowOf<typeof tyovuoro_kirjaus_tehtava>
