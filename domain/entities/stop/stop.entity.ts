import { defineEntity, many, one, type RowOf } from '../../model/define-entity.ts'
import { choice, flag, integer, moment, text } from '../../model/define-field.ts'
import { country } from '../../values/checks.ts'
import { pointFields } from '../../values/place/place.ts'

/** What is done at a stop (rules/planning-board.md#stops). */
export const stopTypes = { nouto: 'Nouto', toimitus: 'Toimitus', tyo: 'Tuntityö', tauko: 'Tauko', muu: 'Muu pysähdys' } as const
export type StopType = keyof typeof stopTypes

/** A stop of a shift: the one source for the board, the driver's list, the tracking page and the optimiser (decision 72). */
export const ajo_pysahdys = defineEntity({
  name: 'ajo_pysahdys',
  group: 'ajo_pysahdys',
  bundle: 'ajo_pysahdys',
  label: 'Pysähdys',
  tunniste: { prefix: 'APY', of: 'drupal_internal__id' },
  fields: {
    tyyppi: choice('Tyyppi', stopTypes, 'muu'),
    nimi: text('Paikan nimi'),
    osoite1: text('Osoite'),
    postinro: text('Postinumero', { max: 12 }),
    postitmp: text('Postitoimipaikka', { max: 100 }),
    maa: text('Maa', { default: 'FI', max: 2, check: country }),
    /** The point of the address, else of its postal code; null when neither is known. */
    ...pointFields,
    /** The position among the stops of the shift, with gaps, so that a new stop changes no other one. */
    jarjestys: integer('Järjestys'),
    lukittu: flag('Lukittu'),
    /** Minutes at the stop; 0 = as its shipments need (rules/planning-board.md#time-at-a-stop). */
    kesto: integer('Aika pysähdyksellä (min)', { max: 1440 }),
    arvioitu_saapuminen: moment('Arvioitu saapuminen', { readOnly: true }),
    arvioitu_lahto: moment('Arvioitu lähtö', { readOnly: true }),
    /** Of the leg to this stop. */
    ajo_metrit: integer('Ajomatka (m)', { readOnly: true }),
    ajo_sekunnit: integer('Ajoaika (s)', { readOnly: true }),
  },
  relations: {
    tyovuoro: one('tyovuoro', 'Työvuoro', { required: true }),
    lahetykset: many('lahetys', 'Lähetykset'),
    tuntituote: one('tuntituote', 'Tuntityö'),
  },
  savedUnder: 'tyovuoro',
})
export type AjoPysahdys = RowOf<typeof ajo_pysahdys>
