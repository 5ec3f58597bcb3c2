import { defineEntity, inverse, many, one, type RowOf } from '../../model/define-entity.ts'
import { area, choice, day, decimal, integer, millimetres, moment, money, text } from '../../model/define-field.ts'
import { productTypes } from '../../values/limits.ts'
import { deliveryFields, pickupFields } from '../../values/place/place.ts'
import { shipmentStates } from '../order/order.states.ts'
import { countFields } from './shipment.counts.ts'
import { delayFields } from './shipment.delay.ts'
import { planningFields, timeWindowFields } from './shipment.times.ts'

/** Reservation (rules/orders.md#reservation). */
export const reservations = { '': 'Ei varausta', lava: 'Lavapaikka', pakettiauto: 'Pakettiauto' } as const

/** Seconds: a device's clock may have lost its date. */
const maxOffset = 2_000_000_000

export const lahetys = defineEntity({
  name: 'lahetys',
  group: 'lahetys_entity',
  bundle: 'lahetys',
  label: 'Lähetys',
  tunniste: { prefix: 'L', of: 'drupal_internal__id' },
  fields: {
    ...pickupFields,
    ...deliveryFields,
    viesti: area('Viesti kuljettajalle'),
    viite: text('Viite'),
    hinta: money('Hinta'),
    tila: choice('Tila', shipmentStates, 'odottaa_noutoa'),
    tyyppi: choice('Tavaralaji', productTypes, 'muu'),
    maara: integer('Määrä', { default: 1 }),
    pituus: millimetres('Pituus'),
    leveys: millimetres('Leveys'),
    korkeus: millimetres('Korkeus'),
    // More decimals than people write, so that a row's weight divided by its pieces gives the same total again.
    yksikkopaino: decimal('Kappaleen paino (kg)', { scale: 6 }),
    paino: decimal('Paino yhteensä (kg)', { max: 999_999_999 }),
    kuvaus: text('Kuvaus'),
    varauma: choice('Varaus', reservations, ''),
    tila_weight: integer('Tilan järjestys', { readOnly: true }),
    toivottu_toimitus: day('Toivottu toimitus'),
    ...timeWindowFields,
    ...planningFields,
    timestamp_toimitettu: moment('Toimitettu', { readOnly: true }),
    // Ours: the device's own time of the change of state; a phone without coverage sends it later.
    laitteen_aika: moment('Laitteen aika'),
    // Ours: how many seconds the server's clock was ahead of the device's when the state was changed.
    laitteen_ero: integer('Laitteen kellon ero (s)', { min: -maxOffset, max: maxOffset }),
    // Ours: when the goods left their pickup place.
    timestamp_noudettu: moment('Noudettu', { readOnly: true }),
    // Ours: the server's time of the last change of state, from which a driver's undo is limited.
    tila_muuttui: moment('Tila muuttui', { readOnly: true }),
    ...delayFields,
    ...countFields,
  },
  relations: {
    tilaus: one('tilaus', 'Tilaus', { required: true, once: true }),
    asiakas: one('asiakas', 'Asiakas', { required: true, once: true, attribute: 'asiakas_id' }),
    kuljettaja: one('user', 'Kuljettaja', { mustBe: 'driver' }),
    auto: one('auto', 'Auto', { mustBe: 'live' }),
    nouto_osoite: one('postiosoite', 'Noutopaikka', { sameCustomer: 'asiakas' }),
    nouto_yhteyshenkilo: one('yhteyshenkilo', 'Noudon yhteyshenkilö', { sameCustomer: 'asiakas' }),
    toimitus_osoite: one('postiosoite', 'Toimituspaikka', { sameCustomer: 'asiakas' }),
    toimitus_yhteyshenkilo: one('yhteyshenkilo', 'Toimituksen yhteyshenkilö', { sameCustomer: 'asiakas' }),
    nykyinen_osoite: one('postiosoite', 'Nykyinen paikka', { sameCustomer: 'asiakas' }),
    siirto_osoitteet: many('postiosoite', 'Siirtojen paikat', { sameCustomer: 'asiakas' }),
    tuote: one('tuote', 'Tuote', { sameCustomer: 'asiakas' }),
    /** The shift on whose work route the shipment travels; its driver sees it once the shift is published (decision 11). */
    tyovuoro: one('tyovuoro', 'Työvuoro', { mustBe: 'live' }),
    kuvat: many('file', 'Kuvat'),
    /** The unresolved failed delivery; cleared when the shipment changes state or gets another delivery day. */
    poikkeama: one('toimituspoikkeama', 'Toimitus ei onnistunut'),
    kuittaukset: inverse('v_o_kuittaus', 'lahetykset', 'Kuittaukset'),
    poikkeamat: inverse('toimituspoikkeama', 'lahetykset', 'Epäonnistuneet toimitukset'),
  },
  partOf: 'tilaus',
  inherits: ['asiakas'],
})
export type Lahetys = RowOf<typeof lahetys>
