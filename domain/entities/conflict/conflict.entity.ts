import { defineEntity, many, one, type RowOf } from '../../model/define-entity.ts'
import { area, choice, integer, json, moment, text } from '../../model/define-field.ts'
import { actionKinds, type DriverAction, driverAction } from './driver-action.ts'

export const conflictStates = { avoin: 'Avoin', ratkaistu: 'Ratkaistu' } as const
export const conflictAnswers = { '': 'Ei ratkaistu', hyvaksytty: 'Kuljettajan tieto hyväksytty', pidetty: 'Nykyinen pidetty' } as const

/** Seconds; a device's clock may have lost its date. */
const maxOffset = 2_000_000_000
const otherwise: DriverAction = { laji: 'muu', kuvaus: '' }

/** A driver's action that the server did not accept, because somebody had changed the thing meanwhile (rules/deliveries.md#conflicts, decision 75). */
export const ristiriita = defineEntity({
  name: 'ristiriita',
  group: 'ristiriita',
  bundle: 'ristiriita',
  label: 'Ristiriita',
  tunniste: { prefix: 'RR', of: 'drupal_internal__id' },
  fields: {
    laji: choice('Laji', actionKinds, 'muu'),
    kuvaus: text('Mitä kuljettaja teki'),
    toimi: json('Kirjauksen sisältö', {
      schema: driverAction,
      default: otherwise,
      show: ({ laji }) => actionKinds[laji],
      fault: 'Tuntematon kirjaus.',
    }),
    /** The true time: the device's, corrected by its offset, and not in the future. */
    tapahtui: moment('Tapahtui'),
    laitteen_aika: moment('Laitteen aika'),
    laitteen_ero: integer('Laitteen kellon ero (s)', { min: -maxOffset, max: maxOffset }),
    syy: area('Miksi ei tallennettu', { max: 1000 }),
    /** What the server had when the action arrived. */
    nykytila: area('Nykyinen tieto', { max: 4000 }),
    tila: choice('Tila', conflictStates, 'avoin'),
    ratkaisu: choice('Ratkaisu', conflictAnswers, ''),
    ratkaistu: moment('Ratkaistu'),
  },
  relations: {
    kuljettaja: one('user', 'Kuljettaja', { required: true, once: true, mustBe: 'driver' }),
    ratkaisija: one('user', 'Ratkaisija'),
    lahetykset: many('lahetys', 'Lähetykset'),
    tuntityot: many('tuntituote', 'Tuntityöt'),
    tiedostot: many('file', 'Tiedostot'),
  },
})
export type Ristiriita = RowOf<typeof ristiriita>
