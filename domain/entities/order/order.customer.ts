import type { FieldName } from '../../define-policy.ts'
import { deliveryKeys, pickupKeys } from '../../values/place.ts'

/** What a customer says of a shipment until it is picked up (RULES section 2). */
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
  'kuvaus',
  'varauma',
  'toivottu_toimitus',
  'tilaus',
  'asiakas',
  'nouto_osoite',
  'nouto_yhteyshenkilo',
  'toimitus_osoite',
  'toimitus_yhteyshenkilo',
  'tuote',
]
/** The same of an hourly job. */
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
