import { defineEntity, inverse, many, one, type RowOf } from '../../model/define-entity.ts'
import { area, choice, choices, flag, integer, money, text } from '../../model/define-field.ts'
import { businessId, email, phone } from '../../values/checks.ts'
import { billingIntervals } from '../invoice/invoice.states.ts'

export const customerTypes = { yritys: 'Yritys', yksityinen: 'Yksityinen' } as const
export const contactTypes = { nouto: 'Nouto', toimitus: 'Toimitus', laskutus: 'Laskutus', muu: 'Muu' } as const

export const asiakas = defineEntity({
  name: 'asiakas',
  group: 'asiakas_entity',
  bundle: 'asiakas_entity',
  label: 'Asiakas',
  tunniste: { prefix: 'A', of: 'drupal_internal__id' },
  nameRequired: true,
  fields: {
    y_tunnus: text('Y-tunnus', { max: 9, check: businessId }),
    tyyppi: choice('Tyyppi', customerTypes, 'yritys'),
    lisatiedot: area('Lisätiedot'),
    maksuehto: integer('Maksuehto (pv)', { default: 14, max: 365 }),
    // Ours: a term of more than 30 days has been agreed with the customer (rules/invoicing.md#payment-term).
    maksuehto_sovittu: flag('Pidempi maksuehto on sovittu'),
    // Ours: how the customer's orders are combined into invoices (rules/invoicing.md#joint-invoices).
    laskutusvali: choice('Laskutusväli', billingIntervals, 'tilaus'),
    talenom_asiakasnumero: text('Talenom-asiakasnumero', { max: 30 }),
    // Ours: the default of a new order's permission to leave its goods.
    saa_jattaa: flag('Tavarat saa jättää ilman kuittausta'),
    // Ours: where mail about deliveries goes, with the waybills; '' for none (rules/deliveries.md#mail-about-a-delivery).
    toimitusviesti_email: text('Toimitusilmoitukset sähköpostiin', { check: email }),
    // Ours: where confirmations of orders and reports of delays go; '' for none (rules/orders.md#mail-to-the-customer).
    tilausvahvistus_email: text('Tilausvahvistukset sähköpostiin', { check: email }),
    myohastymisviesti_email: text('Myöhästymisilmoitukset sähköpostiin', { check: email }),
    vuokrattava_hyllypaikka_fin_hinta: money('FIN-hyllypaikan hinta'),
    vuokrattava_hyllypaikka_eur_hinta: money('EUR-hyllypaikan hinta'),
    vuokrattava_tila_hinta: money('Vuokrattavan tilan hinta'),
  },
  relations: {
    kayntiosoite: one('postiosoite', 'Käyntiosoite', { sameCustomer: 'id' }),
    laskutusosoite: inverse(['laskutusosoite_email', 'laskutusosoite_posti', 'laskutusosoite_verkkolasku'], 'asiakas', 'Laskutusosoitteet'),
    nouto_osoite: many('postiosoite', 'Nouto-osoitteet', { sameCustomer: 'id' }),
    yhteyshenkilo: inverse('yhteyshenkilo', 'asiakas', 'Yhteyshenkilöt'),
    asiakkaan_kayttajat: inverse('user', 'field_asiakas', 'Käyttäjät', { through: { entity: 'profile_asiakas', relation: 'uid' } }),
    tilaukset: inverse('tilaus', 'asiakas', 'Tilaukset', { hidden: true }),
  },
  search: {
    text: ['name', ...['etunimi', 'sukunimi', 'email'].map((field) => `yhteyshenkilo.${field}`)],
    codes: ['yhteyshenkilo.puhelin', 'talenom_asiakasnumero'],
    exact: ['tunniste', 'y_tunnus'],
  },
})
export type Asiakas = RowOf<typeof asiakas>

export const yhteyshenkilo = defineEntity({
  name: 'yhteyshenkilo',
  group: 'yhteyshenkilo_entity',
  bundle: 'yhteyshenkilo',
  label: 'Yhteyshenkilö',
  tunniste: { prefix: 'Y', of: 'drupal_internal__id' },
  fields: {
    email: text('Sähköposti', { check: email }),
    etunimi: text('Etunimi', { max: 100 }),
    sukunimi: text('Sukunimi', { max: 100 }),
    puhelin: text('Puhelin', { max: 30, check: phone }),
    tyyppi: choices('Tyyppi', contactTypes),
  },
  relations: { asiakas: one('asiakas', 'Asiakas', { attribute: 'asiakas_id' }) },
})
