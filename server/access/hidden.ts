import type { EntityName } from '#domain/registry.ts'
import type { Role } from '#domain/roles.ts'

type Hidden = Record<Exclude<Role, 'asiakas_yllapito'>, readonly string[]>
const nobody: Hidden = { yllapito: [], kuljettaja: [], asiakas: [], huolto: [] }

/*
 * Fields and relations that a role must never be sent, nor learn of by filter, sort, include or fields (RULES section 2), by
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
      'talenom_asiakasnumero',
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
  // Who sent a picture tells who drove.
  file: { ...nobody, asiakas: ['lisaaja'] },
  tilaus: { ...nobody, kuljettaja: ['hinta'], asiakas: ['tila_weight'] },
  lahetys: {
    ...nobody,
    kuljettaja: ['hinta'],
    // Customers see neither who drives nor anything that tells of a transfer.
    asiakas: ['tila_weight', 'kuljettaja', 'auto', 'nykyinen_osoite', 'siirto_osoitteet'],
  },
  tuntituote: {
    ...nobody,
    kuljettaja: ['hinta', 'tuntituote_hinta', 'minimilaskutus', 'tuntituote_instanssi'],
    asiakas: ['kuljettaja', 'auto'],
  },
  tuntituote_tyyppi: {
    ...nobody,
    kuljettaja: ['hinta_h', 'hinta_km', 'hinta_kpl'],
    asiakas: ['hinta_h', 'hinta_km', 'hinta_kpl'],
  },
  tuntituote_instanssi: { ...nobody, kuljettaja: ['hinta_h', 'hinta_km', 'hinta_kpl'] },
  v_o_kuittaus: nobody,
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
const person = ['mail', 'timezone', 'field_fullname']
const profile = ['field_etunimi', 'field_sukunimi', 'field_puhelinnumero', 'field_puhelinnumero_maakoodi']
const orderOfCustomer = ['name', ...billing]
const goods = ['tyyppi', 'maara', 'pituus', 'leveys', 'korkeus', 'yksikkopaino', 'kuvaus', 'varauma', 'toivottu_toimitus', 'tuote']
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
    lahetys: ['tila', 'kuvat', 'nykyinen_osoite', 'siirto_osoitteet'],
    tuntituote: ['tila', 'aloitusaika', 'lopetusaika'],
  },
  asiakas: {
    user: person,
    profile_asiakas: profile,
    tuote: 'all but asiakas',
    tilaus: orderOfCustomer,
    lahetys: shipmentOfCustomer,
    tuntituote: hourlyOfCustomer,
  },
  asiakas_yllapito: {
    asiakas: ['kayntiosoite', 'nouto_osoite'],
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
  },
  huolto: { user: person, profile_kuljettaja: profile, auto: 'all but asiakas' },
}
