import { billingFields } from './entities/order/order.billing.ts'
import type { EntityName, Registry } from './registry.ts'
import type { Role } from './roles.ts'

/**
 * The policy table: entity × role → which rows and which fields may be read and written (RULES section 2).
 * Deny by default. The JSON:API, the /api calls, the files and the events all ask this table and nothing else.
 */

/** A condition on a row: paths run through relations, `me` is the viewer's id, `my_company` their customer's. */
export type Condition =
  | { path: string; is: 'me' | 'my_company' | 'nothing' }
  | { path: string; in: readonly string[] }
  | { any: readonly Condition[] }
  | { all: readonly Condition[] }
export type Rows = 'all' | 'none' | Condition

type Shape<N extends EntityName> = Registry[N]
/** A field, relation or `name` of the entity. */
export type FieldName<N extends EntityName> = (keyof Shape<N>['fields'] & string) | (keyof Shape<N>['relations'] & string) | 'name'

export type Rule<N extends EntityName = EntityName> = {
  read: Rows
  /** Fields and relations that this role never sees: not in answers, filters, sorts or includes. */
  hide?: readonly FieldName<N>[]
  /** Values shown as another one, in answers, filters and sorts alike. */
  mask?: { [F in FieldName<N>]?: { values: readonly string[]; as: string } }
  /** What a new row may hold; `fixed` relations are filled in, and another value is refused (403). */
  create?: { only?: readonly FieldName<N>[]; fixed?: { [F in FieldName<N>]?: 'me' | 'my_company' } }
  update?: { rows: Rows; only?: readonly FieldName<N>[] }
  delete?: { rows: Rows }
}

const nothing = { read: 'none' } as const
const everything = { read: 'all', create: {}, update: { rows: 'all' }, delete: { rows: 'all' } } as const
const readOnly = { read: 'all' } as const

const ofMyCompany = { path: 'asiakas.id', is: 'my_company' } as const
const mineAsDriver = { path: 'kuljettaja.id', is: 'me' } as const
const orderOfMine = {
  any: [
    { path: 'lahetykset.kuljettaja.id', is: 'me' },
    { path: 'tuntituotteet.kuljettaja.id', is: 'me' },
  ],
} as const
const untouched = { path: 'tila', in: ['odottaa_noutoa'] } as const
const myUntouchedOrder = { all: [ofMyCompany, { path: 'tilauksen_tila', in: ['uusi'] }] } as const
const myUntouchedLine = { all: [ofMyCompany, untouched, { path: 'tilaus.tilauksen_tila', in: ['uusi'] }] } as const
const maskTransfers = { tila: { values: ['odottaa_siirtoa', 'siirto', 'siirretty'], as: 'kuljetuksessa' } } as const
const mineOfCompany = { fixed: { asiakas: 'my_company' } } as const

const customerOrder: Rule<'tilaus'> = {
  read: ofMyCompany,
  hide: ['tila_weight'],
  create: {
    ...mineOfCompany,
    only: ['tyyppi', 'name', 'asiakas', ...billingFields, 'laskutus_viesti'],
  },
  update: {
    rows: myUntouchedOrder,
    only: ['name', ...billingFields, 'laskutus_viesti'],
  },
}

const places = [
  'nouto_nimi',
  'nouto_osoite1',
  'nouto_osoite2',
  'nouto_postinro',
  'nouto_postitmp',
  'nouto_maa',
  'nouto_yhteyshenkilo_etunimi',
  'nouto_yhteyshenkilo_sukunimi',
  'nouto_yhteyshenkilo_puhelin',
  'nouto_yhteyshenkilo_email',
] as const
const deliveryPlaces = [
  'toimitus_nimi',
  'toimitus_osoite1',
  'toimitus_osoite2',
  'toimitus_postinro',
  'toimitus_postitmp',
  'toimitus_maa',
  'toimitus_yhteyshenkilo_etunimi',
  'toimitus_yhteyshenkilo_sukunimi',
  'toimitus_yhteyshenkilo_puhelin',
  'toimitus_yhteyshenkilo_email',
] as const
const shipmentByCustomer: readonly FieldName<'lahetys'>[] = [
  'name',
  ...places,
  ...deliveryPlaces,
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
const hourlyByCustomer: readonly FieldName<'tuntituote'>[] = [
  'name',
  ...places,
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
const customerShipment: Rule<'lahetys'> = {
  read: ofMyCompany,
  hide: ['tila_weight', 'kuljettaja', 'auto', 'nykyinen_osoite', 'siirto_osoitteet'],
  mask: maskTransfers,
  create: { ...mineOfCompany, only: shipmentByCustomer },
  update: { rows: myUntouchedLine, only: shipmentByCustomer },
  delete: { rows: myUntouchedLine },
}
const customerHourly: Rule<'tuntituote'> = {
  read: ofMyCompany,
  hide: ['kuljettaja', 'auto'],
  create: { ...mineOfCompany, only: hourlyByCustomer },
  update: { rows: myUntouchedLine, only: hourlyByCustomer },
  delete: { rows: myUntouchedLine },
}
const customerReads = { read: ofMyCompany } as const
const customerWrites = {
  read: ofMyCompany,
  create: mineOfCompany,
  update: { rows: ofMyCompany },
  delete: { rows: ofMyCompany },
} as const
const own = (path: string) => ({ path, is: 'me' }) as const
const self: Rule<'user'> = { read: own('id'), update: { rows: own('id'), only: ['mail', 'timezone', 'field_fullname'] } }
const ownProfile = {
  read: own('uid.id'),
  update: { rows: own('uid.id'), only: ['field_etunimi', 'field_sukunimi', 'field_puhelinnumero', 'field_puhelinnumero_maakoodi'] },
} as const
const companyUsers = { path: 'asiakasprofiilit.field_asiakas.id', is: 'my_company' } as const
const companyProfiles = { path: 'field_asiakas.id', is: 'my_company' } as const
// Nobody who is more than a customer: else a customer's administrator could take over one of the house's own people.
const customerRoles = ['asiakas', 'asiakas_yllapito'] as const
const managedUsers = { all: [companyUsers, { path: 'user_roles', in: customerRoles }] } as const
const managedProfiles = { all: [companyProfiles, { path: 'uid.user_roles', in: customerRoles }] } as const
const contactOfMine = {
  any: [
    { path: 'asiakas.tilaukset.lahetykset.kuljettaja.id', is: 'me' },
    { path: 'asiakas.tilaukset.tuntituotteet.kuljettaja.id', is: 'me' },
  ],
} as const
const addressOfMine = {
  any: [
    { path: 'noudot.kuljettaja.id', is: 'me' },
    { path: 'toimitukset.kuljettaja.id', is: 'me' },
    { path: 'tuntityot.kuljettaja.id', is: 'me' },
    ...contactOfMine.any,
    // The house's own places, of no customer: a driver tells that goods wait there (their position).
    { path: 'asiakas.id', is: 'nothing' },
  ],
} as const

/** A driver's signatures and photos belong to nobody until they hang on a delivery; then its customer sees them. */
const fileOfMyCompany = {
  any: [ofMyCompany, { path: 'kuittaukset.asiakas.id', is: 'my_company' }, { path: 'lahetykset.asiakas.id', is: 'my_company' }],
} as const

export const policy: { [N in EntityName]: { [R in Role]: Rule<N> } } = {
  asiakas: {
    yllapito: everything,
    kuljettaja: {
      read: {
        any: [
          { path: 'tilaukset.lahetykset.kuljettaja.id', is: 'me' },
          { path: 'tilaukset.tuntituotteet.kuljettaja.id', is: 'me' },
        ],
      },
      hide: [
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
      ],
    },
    asiakas: { read: own_company() },
    asiakas_yllapito: { read: own_company(), update: { rows: own_company(), only: ['kayntiosoite', 'nouto_osoite'] } },
    huolto: nothing,
  },
  postiosoite: {
    yllapito: everything,
    kuljettaja: { read: addressOfMine },
    asiakas: { ...customerReads, create: mineOfCompany },
    asiakas_yllapito: customerWrites,
    huolto: nothing,
  },
  laskutusosoite_email: billingAddress(),
  laskutusosoite_posti: billingAddress(),
  laskutusosoite_verkkolasku: billingAddress(),
  yhteyshenkilo: {
    yllapito: everything,
    kuljettaja: { read: contactOfMine },
    asiakas: { ...customerReads, create: mineOfCompany },
    asiakas_yllapito: customerWrites,
    huolto: nothing,
  },
  user: {
    yllapito: everything,
    kuljettaja: self,
    asiakas: self,
    asiakas_yllapito: {
      read: { any: [own('id'), companyUsers] },
      update: { rows: { any: [own('id'), managedUsers] }, only: ['mail', 'timezone', 'field_fullname'] },
      delete: { rows: managedUsers },
    },
    huolto: self,
  },
  profile_yllapito: { yllapito: everything, kuljettaja: nothing, asiakas: nothing, asiakas_yllapito: nothing, huolto: nothing },
  profile_kuljettaja: { yllapito: everything, kuljettaja: ownProfile, asiakas: nothing, asiakas_yllapito: nothing, huolto: ownProfile },
  profile_asiakas: {
    yllapito: everything,
    kuljettaja: nothing,
    asiakas: ownProfile,
    asiakas_yllapito: {
      read: { any: [own('uid.id'), companyProfiles] },
      update: { ...ownProfile.update, rows: { any: [own('uid.id'), managedProfiles] } },
    },
    huolto: nothing,
  },
  tuote: {
    yllapito: everything,
    kuljettaja: { read: { path: 'lahetykset.kuljettaja.id', is: 'me' } },
    asiakas: productOfCustomer(),
    asiakas_yllapito: productOfCustomer(),
    huolto: nothing,
  },
  auto: { yllapito: everything, kuljettaja: readOnly, asiakas: nothing, asiakas_yllapito: nothing, huolto: everything },
  file: {
    yllapito: { read: 'all', update: { rows: 'all', only: ['kuvaus'] }, delete: { rows: 'all' } },
    kuljettaja: {
      read: {
        any: [
          own('lisaaja.id'),
          { path: 'lahetykset.kuljettaja.id', is: 'me' },
          { path: 'kuittaukset.lahetykset.kuljettaja.id', is: 'me' },
          { path: 'rahtikirjat.lahetykset.kuljettaja.id', is: 'me' },
          { path: 'koonnit.lahetykset.kuljettaja.id', is: 'me' },
          { path: 'rahtikirjat.tuntituotteet.kuljettaja.id', is: 'me' },
          { path: 'koonnit.tuntituotteet.kuljettaja.id', is: 'me' },
        ],
      },
    },
    // Who sent a picture tells who drove, which a customer is not shown.
    asiakas: { read: fileOfMyCompany, hide: ['lisaaja'] },
    asiakas_yllapito: { read: fileOfMyCompany, hide: ['lisaaja'] },
    huolto: { read: own('lisaaja.id') },
  },
  tilaus: {
    yllapito: everything,
    kuljettaja: { read: orderOfMine, hide: ['hinta'] },
    asiakas: customerOrder,
    asiakas_yllapito: customerOrder,
    huolto: nothing,
  },
  lahetys: {
    yllapito: everything,
    kuljettaja: {
      read: mineAsDriver,
      hide: ['hinta'],
      update: { rows: mineAsDriver, only: ['tila', 'kuvat', 'nykyinen_osoite', 'siirto_osoitteet'] },
    },
    asiakas: customerShipment,
    asiakas_yllapito: customerShipment,
    huolto: nothing,
  },
  tuntituote: {
    yllapito: everything,
    kuljettaja: {
      read: mineAsDriver,
      hide: ['hinta', 'tuntituote_hinta', 'minimilaskutus', 'tuntituote_instanssi'],
      update: { rows: mineAsDriver, only: ['tila', 'aloitusaika', 'lopetusaika'] },
    },
    asiakas: customerHourly,
    asiakas_yllapito: customerHourly,
    huolto: nothing,
  },
  tuntituote_tyyppi: {
    yllapito: everything,
    kuljettaja: { read: 'all', hide: ['hinta_h', 'hinta_km', 'hinta_kpl'] },
    asiakas: { read: 'all', hide: ['hinta_h', 'hinta_km', 'hinta_kpl'] },
    asiakas_yllapito: { read: 'all', hide: ['hinta_h', 'hinta_km', 'hinta_kpl'] },
    huolto: nothing,
  },
  tuntituote_instanssi: {
    yllapito: everything,
    kuljettaja: nothing,
    asiakas: customerReads,
    asiakas_yllapito: customerReads,
    huolto: nothing,
  },
  v_o_kuittaus: {
    yllapito: everything,
    kuljettaja: { read: { path: 'lahetykset.kuljettaja.id', is: 'me' }, create: {} },
    asiakas: customerReads,
    asiakas_yllapito: customerReads,
    huolto: nothing,
  },
}

function own_company() {
  return { path: 'id', is: 'my_company' } as const
}

function billingAddress(): { [R in Role]: Rule<'laskutusosoite_email' | 'laskutusosoite_posti' | 'laskutusosoite_verkkolasku'> } {
  return { yllapito: everything, kuljettaja: nothing, asiakas: customerReads, asiakas_yllapito: customerWrites, huolto: nothing }
}

/** Own products and everybody's; only own ones are written. */
function productOfCustomer(): Rule<'tuote'> {
  return { ...customerWrites, read: { any: [ofMyCompany, { path: 'asiakas.id', is: 'nothing' }] } }
}
