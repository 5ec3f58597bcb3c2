import { defineEntity, inverse, one, type RowOf } from '../../model/define-entity.ts'
import { area, choice, day, decimal, flag, integer, moment, money, sequence, text } from '../../model/define-field.ts'
import { country, eInvoiceAddress, eInvoiceOperator, email } from '../../values/checks.ts'
import { deliveryFields, pickupFields } from '../../values/place/place.ts'
import { leavings, orderStates, orderTypes } from './order.states.ts'

// The country is the same on nearly all rows, so it would not narrow a search.
const pickupPlaces = Object.keys(pickupFields).filter((field) => !field.endsWith('_maa'))
const places = [...pickupPlaces, ...Object.keys(deliveryFields).filter((field) => !field.endsWith('_maa'))]

export const tilaus = defineEntity({
  name: 'tilaus',
  group: 'tilaus_entity',
  bundle: 'tilaus_entity',
  label: 'Tilaus',
  tunniste: { prefix: 'T', of: 'tilausnro' },
  fields: {
    tyyppi: choice('Tyyppi', orderTypes, 'lahetys', { once: true }),
    tilausnro: sequence('Tilausnumero', 1000),
    tilauksen_tila: choice('Tila', orderStates, 'uusi'),
    laskutus_nimi: text('Laskutusnimi', { max: 50, cut: true }),
    laskutus_osoite1: text('Laskutusosoite'),
    laskutus_osoite2: text('Laskutusosoitteen lisärivi'),
    laskutus_postinro: text('Laskutuksen postinumero', { max: 12 }),
    laskutus_postitmp: text('Laskutuksen postitoimipaikka', { max: 100 }),
    laskutus_maa: text('Laskutuksen maa', { default: 'FI', max: 2, check: country }),
    laskutus_verkkolaskuosoite: text('Verkkolaskuosoite', { max: 35, check: eInvoiceAddress }),
    laskutus_valittaja: text('Verkkolaskuvälittäjä', { max: 35, check: eInvoiceOperator }),
    laskutus_email: text('Laskun sähköposti', { check: email }),
    laskutus_viesti: area('Viesti laskulle'),
    tila_weight: integer('Tilan järjestys', { readOnly: true }),
    hinta: money('Hinta'),
    // Ours: the price was typed, so the price list does not change it (decision 29).
    hinta_kasin: flag('Hinta annettu käsin', { readOnly: true }),
    timestamp_toimitettu: moment('Toimitettu', { readOnly: true }),
    // Ours: the filter and sort field of the open list, set by the order's rules.
    avoin: flag('Avoin', { readOnly: true, default: true }),
    toivottu_toimitus: day('Toivottu toimitus', { readOnly: true }),
    // Ours: a live shipment has an unresolved failed delivery (rules/deliveries.md#failed-delivery).
    odottaa_paatosta: flag('Odottaa päätöstä', { readOnly: true }),
    // Ours: the pieces, weight and pallet places of its shipments, without the cancelled ones: lists show and sort by them (decision 79).
    maara: integer('Kollit', { readOnly: true }),
    paino: decimal('Paino yhteensä (kg)', { readOnly: true, max: 999_999_999 }),
    lavapaikat: decimal('Lavapaikat', { readOnly: true, max: 999_999_999 }),
    // Ours: whether the goods may be left without a signature (rules/deliveries.md#leaving-without-signature).
    saa_jattaa: choice('Jättäminen ilman kuittausta', leavings, 'oletus'),
    // Ours: set when the order is created; the database then puts the mail in the queue (decision 32).
    seurantalinkki: flag('Seurantalinkki vastaanottajalle', { once: true }),
    // Ours: the last day of the period that an order of a rental bills; one order for each period (decision 66).
    vuokrakausi: day('Vuokrakausi päättyy', { readOnly: true }),
    // Ours: the day of the route or recurring job for which the order was made; one order for each customer and day (decision 69).
    ajopaiva: day('Ajopäivä', { readOnly: true }),
    // Ours: the id of the customer for whom a route's order was made. It stays when customers are merged.
    reittiasiakas: text('Reitin asiakas', { max: 36, readOnly: true }),
    // Ours: made by a job and changed by nobody since: it follows the changes of its route or recurring job (rules/recurring-hourly-jobs.md#edits).
    koskematon: flag('Kukaan ei ole muuttanut', { readOnly: true }),
  },
  relations: {
    asiakas: one('asiakas', 'Asiakas', { required: true, once: true, attribute: 'asiakas_id' }),
    lahetykset: inverse('lahetys', 'tilaus', 'Lähetykset'),
    tuntituotteet: inverse('tuntituote', 'tilaus', 'Tuntityöt'),
    tilaus_ryhma: one('tilaus_ryhma', 'Tilausryhmä'),
    // Ours: the invoice that the order is on, until it is undone or wholly credited (rules/invoicing.md#invoices).
    lasku: one('lasku', 'Lasku', { readOnly: true }),
    vuokraus: one('vuokraus', 'Vuokraus', { readOnly: true }),
    reitti: one('reitti', 'Reitti', { readOnly: true }),
    tuntituote_toisto: one('tuntituote_toisto', 'Toistuva tuntityö', { readOnly: true }),
    rahtikirja: one('file', 'Rahtikirja', { readOnly: true, generated: true }),
    rahtikirja_koonti: one('file', 'Koontirahtikirja', { readOnly: true, generated: true }),
  },
  lines: ['lahetykset', 'tuntituotteet'],
  search: {
    text: [
      'name',
      'laskutus_viesti',
      'asiakas.name',
      ...[...places, 'name', 'viesti', 'kuvaus'].map((field) => `lahetykset.${field}`),
      ...[...pickupPlaces, 'viesti', 'selite'].map((field) => `tuntituotteet.${field}`),
    ],
    codes: ['lahetykset.viite', 'tuntituotteet.viite'],
    exact: ['tunniste', 'tilausnro'],
  },
})
export type Tilaus = RowOf<typeof tilaus>
