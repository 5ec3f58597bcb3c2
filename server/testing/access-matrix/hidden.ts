import type { Role } from '#domain/access/roles.ts'
import type { EntityName } from '#domain/model/registry.ts'

type Hidden = Record<Exclude<Role, 'asiakas_yllapito'>, readonly string[]>
const nobody: Hidden = { yllapito: [], kuljettaja: [], asiakas: [], huolto: [] }

/*
 * Fields and relations that a role must never be sent, nor learn of by filter, sort, include or fields (rules/access.md), by
 * hand. A customer's administrator sees of these what a customer sees.
 */
export const hidden: Record<EntityName, Hidden> = {
  asiakas: {
    ...nobody,
    // Name, addresses and contacts are all that a driver sees of a customer.
    kuljettaja: [
      'y_tunnus',
      'tyyppi',
      'lisatiedot',
      'maksuehto',
      'maksuehto_sovittu',
      'talenom_asiakasnumero',
      'saa_jattaa',
      'vuokrattava_hyllypaikka_fin_hinta',
      'vuokrattava_hyllypaikka_eur_hinta',
      'vuokrattava_tila_hinta',
      'laskutusosoite',
      'asiakkaan_kayttajat',
      'tilaukset',
    ],
  },
  postiosoite: nobody,
  laskutusosoite_email: nobody,
  laskutusosoite_posti: nobody,
  laskutusosoite_verkkolasku: nobody,
  yhteyshenkilo: nobody,
  user: nobody,
  profile_yllapito: nobody,
  profile_kuljettaja: nobody,
  profile_asiakas: nobody,
  tuote: nobody,
  auto: nobody,
  huolto: nobody,
  // Who sent a picture tells who drove.
  file: { ...nobody, asiakas: ['lisaaja'] },
  // The group of an order is told by its joint price.
  tilaus: {
    ...nobody,
    kuljettaja: [
      ...['hinta', 'hinta_kasin', 'tilaus_ryhma', 'laskutus_nimi', 'laskutus_osoite1', 'laskutus_osoite2', 'laskutus_postinro'],
      ...['laskutus_postitmp', 'laskutus_maa', 'laskutus_verkkolaskuosoite', 'laskutus_valittaja', 'laskutus_email', 'laskutus_viesti'],
    ],
    asiakas: ['tila_weight'],
  },
  lahetys: {
    ...nobody,
    // A shift may be another driver's, or not published yet.
    kuljettaja: ['hinta', 'tyovuoro'],
    // Customers see neither who drives nor anything that tells of a transfer.
    asiakas: ['tila_weight', 'kuljettaja', 'auto', 'tyovuoro', 'nykyinen_osoite', 'siirto_osoitteet', 'laitteen_aika', 'tila_muuttui'],
  },
  tuntituote: {
    ...nobody,
    kuljettaja: ['hinta', 'tuntituote_hinta', 'minimilaskutus', 'tuntituote_instanssi', 'tuntituote_toisto', 'tilaus_ryhma', 'tyovuoro'],
    asiakas: ['kuljettaja', 'auto', 'tyovuoro'],
  },
  tuntituote_tyyppi: {
    ...nobody,
    kuljettaja: ['hinta_h', 'hinta_km', 'hinta_kpl'],
    asiakas: ['hinta_h', 'hinta_km', 'hinta_kpl'],
  },
  tuntituote_instanssi: { ...nobody, kuljettaja: ['hinta_h', 'hinta_km', 'hinta_kpl'] },
  tuntituote_toisto: nobody,
  tilaus_ryhma: nobody,
  // Where a driver was.
  v_o_kuittaus: { ...nobody, asiakas: ['lat', 'lng'] },
  toimituspoikkeama: { ...nobody, asiakas: ['lat', 'lng'] },
  // For whom else it is, and who has dismissed it, are other people's matters.
  notification: {
    yllapito: [],
    kuljettaja: ['henkilot', 'ohittaneet'],
    asiakas: ['henkilot', 'ohittaneet'],
    huolto: ['henkilot', 'ohittaneet'],
  },
  dokumentti: { ...nobody, kuljettaja: ['henkilot'], huolto: ['henkilot'] },
  dokumentti_kuittaus: nobody,
  vuokraus: nobody,
  reitti: nobody,
  tyovuoro: { ...nobody, kuljettaja: ['kuljettaja_default'] },
  tyovuoro_lisatieto: nobody,
  tyoreitti: { ...nobody, kuljettaja: ['kuljettaja', 'vakioreitti'] },
  tyovuoro_kirjaus: { ...nobody, kuljettaja: ['user_latest_change'], huolto: ['user_latest_change'] },
  tyovuoro_kirjaus_tehtava: nobody,
  hinnasto: nobody,
  hintalaskuri_log: nobody,
  nakyma: nobody,
}

/*
 * What a role other than yllapito may write of an existing row of its own; every other field is refused and nothing is
 * stored. A role that is missing here changes nothing of the entity (cells.ts).
 */
const billing = [
  'laskutus_nimi',
  'laskutus_osoite1',
  'laskutus_osoite2',
  'laskutus_postinro',
  'laskutus_postitmp',
  'laskutus_maa',
  'laskutus_verkkolaskuosoite',
  'laskutus_valittaja',
  'laskutus_email',
  'laskutus_viesti',
]
const pickup = ['nimi', 'osoite1', 'osoite2', 'postinro', 'postitmp', 'maa'].map((part) => `nouto_${part}`)
const contact = ['etunimi', 'sukunimi', 'puhelin', 'email']
const pickupContact = contact.map((part) => `nouto_yhteyshenkilo_${part}`)
const delivery = [...pickup, ...pickupContact].map((name) => name.replace('nouto_', 'toimitus_'))
// Mail addresses change only with one's own password (PATCH /api/user).
const person = ['timezone', 'field_fullname']
const profile = ['field_etunimi', 'field_sukunimi', 'field_puhelinnumero', 'field_puhelinnumero_maakoodi']
const orderOfCustomer = ['name', ...billing, 'saa_jattaa']
const goods = ['tyyppi', 'maara', 'pituus', 'leveys', 'korkeus', 'yksikkopaino', 'paino', 'kuvaus', 'varauma', 'toivottu_toimitus', 'tuote']
const shipmentOfCustomer = [
  'name',
  ...pickup,
  ...pickupContact,
  ...delivery,
  'viesti',
  'viite',
  'tila',
  ...goods,
  'nouto_osoite',
  'nouto_yhteyshenkilo',
  'toimitus_osoite',
  'toimitus_yhteyshenkilo',
]
const hourlyOfCustomer = [
  'name',
  ...pickup,
  ...pickupContact,
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
  'nouto_osoite',
  'nouto_yhteyshenkilo',
  'tuntituote_tyyppi',
]

export const writable: { [R in Exclude<Role, 'yllapito'>]: { [N in EntityName]?: readonly string[] | 'all but asiakas' } } = {
  kuljettaja: {
    user: person,
    profile_kuljettaja: profile,
    lahetys: ['tila', 'laitteen_aika', 'kuvat', 'nykyinen_osoite', 'siirto_osoitteet', 'poikkeama'],
    tuntituote: ['tila', 'aloitusaika', 'lopetusaika'],
    notification: ['is_dismissed'],
    nakyma: ['name', 'rajaukset'],
  },
  asiakas: {
    user: person,
    profile_asiakas: profile,
    tuote: 'all but asiakas',
    tilaus: orderOfCustomer,
    lahetys: shipmentOfCustomer,
    tuntituote: hourlyOfCustomer,
    notification: ['is_dismissed'],
    nakyma: ['name', 'rajaukset'],
  },
  asiakas_yllapito: {
    asiakas: ['kayntiosoite', 'nouto_osoite', 'saa_jattaa'],
    postiosoite: 'all but asiakas',
    laskutusosoite_email: 'all but asiakas',
    laskutusosoite_posti: 'all but asiakas',
    laskutusosoite_verkkolasku: 'all but asiakas',
    yhteyshenkilo: 'all but asiakas',
    user: person,
    profile_asiakas: profile,
    tuote: 'all but asiakas',
    tilaus: orderOfCustomer,
    lahetys: shipmentOfCustomer,
    tuntituote: hourlyOfCustomer,
    notification: ['is_dismissed'],
    nakyma: ['name', 'rajaukset'],
  },
  huolto: {
    user: person,
    profile_kuljettaja: profile,
    auto: 'all but asiakas',
    huolto: 'all but asiakas',
    notification: ['is_dismissed'],
    nakyma: ['name', 'rajaukset'],
  },
}
