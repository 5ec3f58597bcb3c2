import { defineEntity, one, type RowOf } from '../../model/define-entity.ts'
import { area, choice, day, days, flag, integer, money, numbers, text } from '../../model/define-field.ts'
import { pickupFields } from '../../values/place/place.ts'
import { weekdayNames } from '../../values/time/time.ts'
import { hourlyKinds } from './hourly.entity.ts'

/** Recurring hourly job states (rules/recurring-hourly-jobs.md#definition). */
export const recurringStates = { odottaa: 'Odottaa', aktiivinen: 'Aktiivinen', arkistoitu: 'Arkistoitu' } as const

/** An hourly job that recurs on its weekdays; its orders are created in advance (rules/recurring-hourly-jobs.md#nightly-run). */
export const tuntituote_toisto = defineEntity({
  name: 'tuntituote_toisto',
  group: 'tuntituote_toisto_entity',
  bundle: 'tuntituote_toisto_entity',
  label: 'Toistuva tuntityö',
  tunniste: { prefix: 'TO', of: 'drupal_internal__id' },
  fields: {
    tyyppi: choice('Laskutusperuste', hourlyKinds, 'aika'),
    tila: choice('Tila', recurringStates, 'aktiivinen'),
    minimilaskutus: integer('Minimilaskutus (min)', { default: 450, max: 10_000 }),
    viikonpaivat: numbers('Viikonpäivät', weekdayNames),
    ajetaan_pyhapaivat: flag('Ajetaan pyhäpäivinä'),
    viesti: area('Viesti kuljettajalle'),
    viite: text('Viite'),
    selite: area('Selite'),
    laskutus_viesti: area('Viesti laskulle'),
    ...pickupFields,
    tuntituote_hinta: money('Yksikköhinta'),
    aktivointipaiva: day('Aktivointipäivä'),
    ohitetut_paivat: days('Ohitetut päivät'),
  },
  relations: {
    asiakas: one('asiakas', 'Asiakas', { required: true, once: true, attribute: 'asiakas_id' }),
    tuntituote_tyyppi: one('tuntituote_tyyppi', 'Tuntityön tyyppi'),
    tuntituote_instanssi: one('tuntituote_instanssi', 'Asiakkaan tuntihinta', { sameCustomer: 'asiakas' }),
    nouto_osoite: one('postiosoite', 'Noutopaikka', { sameCustomer: 'asiakas' }),
    nouto_yhteyshenkilo: one('yhteyshenkilo', 'Noudon yhteyshenkilö', { sameCustomer: 'asiakas' }),
  },
})
export type TuntituoteToisto = RowOf<typeof tuntituote_toisto>
