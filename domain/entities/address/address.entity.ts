import { defineEntity, inverse, one } from '../../model/define-entity.ts'
import { choice, choices, flag, text } from '../../model/define-field.ts'
import { country, eInvoiceAddress, eInvoiceOperator, email, phone } from '../../values/checks.ts'
import { notes, pointFields } from '../../values/place/place.ts'

export const addressTypes = { nouto: 'Nouto', toimitus: 'Toimitus', kaynti: 'Käynti', reitti: 'Reitti' } as const
export const billingTypes = { laskutus: 'Laskutus', muistutus: 'Muistutus' } as const

export const locationSources = {
  '': 'Ei tiedossa',
  postinumero: 'Postinumeron keskipiste',
  karttapalvelu: 'Karttapalvelu',
  kasin: 'Asetettu käsin',
} as const

/** The position of the address. The server looks it up when it is not set, and sets `sijainti_arvio` and `sijainti_lahde` (rules/addresses.md#coordinates). */
const location = {
  ...pointFields,
  sijainti_arvio: flag('Sijainti on arvio', { readOnly: true }),
  sijainti_lahde: choice('Sijainnin lähde', locationSources, ''),
}

const group = 'osoite_entity'
const ofCustomer = { asiakas: one('asiakas', 'Asiakas', { attribute: 'asiakas_id' }) }
const billing = {
  lisatiedot: notes,
  tyyppi: choices('Käyttö', billingTypes, ['laskutus']),
  oletus: flag('Oletus'),
}

/** A place for visits, pickups or deliveries. Its `name` is the company or person there. */
export const postiosoite = defineEntity({
  name: 'postiosoite',
  group,
  bundle: 'postiosoite',
  label: 'Postiosoite',
  tunniste: { prefix: 'O', of: 'drupal_internal__id' },
  fields: {
    field_osoite_1: text('Osoite'),
    field_osoite_2: text('Osoitteen lisärivi'),
    field_postinumero: text('Postinumero', { max: 12 }),
    field_postitoimipaikka: text('Postitoimipaikka', { max: 100 }),
    field_maa: text('Maa', { default: 'FI', max: 2, check: country }),
    puhelin: text('Puhelin', { max: 30, check: phone }),
    tyyppi: choices('Käyttö', addressTypes),
    lisatiedot: notes,
    ...location,
  },
  relations: {
    ...ofCustomer,
    yhteyshenkilo: one('yhteyshenkilo', 'Yhteyshenkilö', { sameCustomer: 'asiakas' }),
    noudot: inverse('lahetys', 'nouto_osoite', 'Noudot', { hidden: true }),
    toimitukset: inverse('lahetys', 'toimitus_osoite', 'Toimitukset', { hidden: true }),
    tuntityot: inverse('tuntituote', 'nouto_osoite', 'Tuntityöt', { hidden: true }),
  },
  search: {
    text: ['name', 'field_osoite_1', 'field_osoite_2', 'field_postitoimipaikka'],
    codes: ['field_postinumero', 'puhelin'],
    exact: ['tunniste'],
  },
})

export const laskutusosoite_email = defineEntity({
  name: 'laskutusosoite_email',
  group,
  bundle: 'laskutusosoite_email',
  label: 'Sähköpostilaskutus',
  tunniste: { prefix: 'LS', of: 'drupal_internal__id' },
  fields: { field_sahkopostiosoite: text('Sähköpostiosoite', { required: true, check: email }), ...billing },
  relations: ofCustomer,
  savedUnder: 'asiakas',
})

export const laskutusosoite_posti = defineEntity({
  name: 'laskutusosoite_posti',
  group,
  bundle: 'laskutusosoite_posti',
  label: 'Postilaskutus',
  tunniste: { prefix: 'LP', of: 'drupal_internal__id' },
  fields: {
    field_maa: text('Maa', { default: 'FI', max: 2, check: country }),
    field_osoite_1: text('Osoite', { required: true }),
    field_osoite_2: text('Osoitteen lisärivi'),
    field_postinumero: text('Postinumero', { required: true, max: 12 }),
    field_postitoimipaikka: text('Postitoimipaikka', { required: true, max: 100 }),
    ...billing,
    ...location,
  },
  relations: ofCustomer,
  savedUnder: 'asiakas',
})

export const laskutusosoite_verkkolasku = defineEntity({
  name: 'laskutusosoite_verkkolasku',
  group,
  bundle: 'laskutusosoite_verkkolasku',
  label: 'Verkkolaskutus',
  tunniste: { prefix: 'LV', of: 'drupal_internal__id' },
  fields: {
    field_verkkolaskuosoite: text('Verkkolaskuosoite', { required: true, max: 35, check: eInvoiceAddress }),
    field_valittaja: text('Välittäjä', { required: true, max: 35, check: eInvoiceOperator }),
    ...billing,
  },
  relations: ofCustomer,
  savedUnder: 'asiakas',
})
