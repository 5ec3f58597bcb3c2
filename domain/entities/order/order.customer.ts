import type { FieldName } from '../../access/define-policy.ts'
import { deliveryKeys, pickupKeys } from '../../values/place/place.ts'
import { timeWindowKeys } from '../shipment/shipment.times.ts'

/** The fields of a shipment that a customer may write until it is picked up (rules/orders.md#customer-changes). */
export const shipmentByCustomer: readonly FieldName<'lahetys'>[] = [
  'name',
  ...pickupKeys,
  ...deliveryKeys,
  'viesti',
  'viite',
  'tila',
  'tyyppi',
  'maara',
  'pituus',
  'leveys',
  'korkeus',
  'yksikkopaino',
  'paino',
  'kuvaus',
  'varauma',
  'toivottu_toimitus',
  ...timeWindowKeys,
  'tilaus',
  'asiakas',
  'nouto_osoite',
  'nouto_yhteyshenkilo',
  'toimitus_osoite',
  'toimitus_yhteyshenkilo',
  'tuote',
]
/** The same for an hourly job. */
export const hourlyByCustomer: readonly FieldName<'tuntituote'>[] = [
  'name',
  ...pickupKeys,
  'viesti',
  'viite',
  'tila',
  'tyyppi',
  'aika',
  'matka',
  'maara',
  'selite',
  'aloitusaika',
  'lopetusaika',
  'toimituspaiva',
  'tilaus',
  'asiakas',
  'nouto_osoite',
  'nouto_yhteyshenkilo',
  'tuntituote_tyyppi',
]
