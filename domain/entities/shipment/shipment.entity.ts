import { defineEntity, inverse, many, one, type RowOf } from '../../define-entity.ts'
import { area, choice, day, decimal, integer, moment, money, text } from '../../define-field.ts'
import { productTypes } from '../../values/limits.ts'
import { deliveryFields, pickupFields } from '../../values/place.ts'
import { shipmentStates } from '../order/order.states.ts'

/** Reservation (RULES section 4). */
export const reservations = { '': 'Ei varausta', lava: 'Lavapaikka', pakettiauto: 'Pakettiauto' } as const

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
    pituus: integer('Pituus (mm)'),
    leveys: integer('Leveys (mm)'),
    korkeus: integer('Korkeus (mm)'),
    yksikkopaino: decimal('Kappaleen paino (kg)'),
    paino: decimal('Paino yhteensä (kg)', { readOnly: true, max: 999_999_999 }),
    kuvaus: text('Kuvaus'),
    varauma: choice('Varaus', reservations, ''),
    tila_weight: integer('Tilan järjestys', { readOnly: true }),
    toivottu_toimitus: day('Toivottu toimitus'),
    timestamp_toimitettu: moment('Toimitettu', { readOnly: true }),
  },
  relations: {
    tilaus: one('tilaus', 'Tilaus', { required: true, once: true }),
    asiakas: one('asiakas', 'Asiakas', { required: true, once: true, attribute: 'asiakas_id' }),
    kuljettaja: one('user', 'Kuljettaja'),
    auto: one('auto', 'Auto'),
    nouto_osoite: one('postiosoite', 'Noutopaikka'),
    nouto_yhteyshenkilo: one('yhteyshenkilo', 'Noudon yhteyshenkilö'),
    toimitus_osoite: one('postiosoite', 'Toimituspaikka'),
    toimitus_yhteyshenkilo: one('yhteyshenkilo', 'Toimituksen yhteyshenkilö'),
    nykyinen_osoite: one('postiosoite', 'Nykyinen paikka'),
    siirto_osoitteet: many('postiosoite', 'Siirtojen paikat'),
    tuote: one('tuote', 'Tuote'),
    /** The shift on whose work route it travels; its driver reaches it once the shift is published (decision 11). */
    tyovuoro: one('tyovuoro', 'Työvuoro'),
    kuvat: many('file', 'Kuvat'),
    /** The failed try that nobody has answered yet; cleared when the shipment goes on or gets another day. */
    poikkeama: one('toimituspoikkeama', 'Toimitus ei onnistunut'),
    kuittaukset: inverse('v_o_kuittaus', 'lahetykset', 'Kuittaukset'),
    poikkeamat: inverse('toimituspoikkeama', 'lahetykset', 'Epäonnistuneet toimitukset'),
  },
  partOf: 'tilaus',
  inherits: ['asiakas'],
})
export type Lahetys = RowOf<typeof lahetys>
