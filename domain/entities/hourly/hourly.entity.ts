import { defineEntity, one, type RowOf } from '../../model/define-entity.ts'
import { area, choice, day, decimal, integer, moment, money, text } from '../../model/define-field.ts'
import { pickupFields } from '../../values/place/place.ts'
import { hourlyStates } from '../order/order.states.ts'

/** The ways of charging an hourly job (rules/prices.md#hourly-jobs). */
export const hourlyKinds = { aika: 'Aika', matka: 'Matka', maara: 'Määrä' } as const

const unitPrices = { hinta_h: money('Hinta / h'), hinta_km: money('Hinta / km'), hinta_kpl: money('Hinta / kpl') }

export const tuntituote = defineEntity({
  name: 'tuntituote',
  group: 'tuntituote',
  bundle: 'tuntituote',
  label: 'Tuntityö',
  tunniste: { prefix: 'TT', of: 'drupal_internal__id' },
  nameDefault: 'tuntituote',
  fields: {
    tuntituote_hinta: money('Yksikköhinta'),
    hinta: money('Hinta'),
    aika: integer('Aika (min)', { max: 100_000 }),
    matka: decimal('Matka (km)', { max: 100_000 }),
    maara: decimal('Määrä', { max: 100_000 }),
    viesti: area('Viesti kuljettajalle'),
    viite: text('Viite'),
    tyyppi: choice('Laskutusperuste', hourlyKinds, 'aika'),
    tila: choice('Tila', hourlyStates, 'odottaa_noutoa'),
    ...pickupFields,
    selite: area('Selite'),
    minimilaskutus: integer('Minimilaskutus (min)', { default: 450, max: 10_000 }),
    aloitusaika: moment('Aloitusaika'),
    lopetusaika: moment('Lopetusaika'),
    toimituspaiva: day('Toimituspäivä'),
    timestamp_toimitettu: moment('Toimitettu', { readOnly: true }),
    // Ours: the unit price of its recurring job, which comes before the customer's and the type's (rules/prices.md#hourly-jobs).
    sovittu_hinta: money('Sovittu yksikköhinta', { readOnly: true }),
  },
  relations: {
    tilaus: one('tilaus', 'Tilaus', { required: true, once: true }),
    asiakas: one('asiakas', 'Asiakas', { required: true, once: true, attribute: 'asiakas_id' }),
    kuljettaja: one('user', 'Kuljettaja', { mustBe: 'driver' }),
    auto: one('auto', 'Auto', { mustBe: 'live' }),
    nouto_osoite: one('postiosoite', 'Noutopaikka', { sameCustomer: 'asiakas' }),
    nouto_yhteyshenkilo: one('yhteyshenkilo', 'Noudon yhteyshenkilö', { sameCustomer: 'asiakas' }),
    tuntituote_tyyppi: one('tuntituote_tyyppi', 'Tuntityön tyyppi'),
    tuntituote_instanssi: one('tuntituote_instanssi', 'Asiakkaan tuntihinta', { sameCustomer: 'asiakas' }),
    tuntituote_toisto: one('tuntituote_toisto', 'Toistuva tuntityö', { sameCustomer: 'asiakas' }),
    tilaus_ryhma: one('tilaus_ryhma', 'Tilausryhmä'),
    tyovuoro: one('tyovuoro', 'Työvuoro', { mustBe: 'live' }),
  },
  partOf: 'tilaus',
  inherits: ['asiakas'],
})
export type Tuntituote = RowOf<typeof tuntituote>

/** The four types are rows 1 pullakaappi, 2 atego, 3 antos, 4 muu (rules/prices.md#hourly-types), created by the first migration. */
export const tuntituote_tyyppi = defineEntity({
  name: 'tuntituote_tyyppi',
  group: 'tuntituote_tyyppi',
  bundle: 'tuntituote_tyyppi',
  label: 'Tuntityön tyyppi',
  tunniste: { prefix: 'TTT', of: 'drupal_internal__id' },
  nameRequired: true,
  fields: unitPrices,
  relations: {},
})

export const tuntituote_instanssi = defineEntity({
  name: 'tuntituote_instanssi',
  group: 'tuntituote_instanssi',
  bundle: 'tuntituote_instanssi',
  label: 'Asiakkaan tuntihinta',
  tunniste: { prefix: 'TTI', of: 'drupal_internal__id' },
  fields: unitPrices,
  relations: {
    asiakas: one('asiakas', 'Asiakas', { required: true, once: true, attribute: 'asiakas_id' }),
    tuntituote_tyyppi: one('tuntituote_tyyppi', 'Tuntityön tyyppi', { required: true }),
  },
})
