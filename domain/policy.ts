import type { Rule } from './define-policy.ts'
import { billingFields } from './entities/order/order.billing.ts'
import { hourlyByCustomer, shipmentByCustomer } from './entities/order/order.customer.ts'
import type { EntityName } from './registry.ts'
import { customerRoles, type Role } from './roles.ts'

/**
 * The policy table: entity × role → which rows and which fields may be read and written (RULES section 2).
 * Deny by default. The JSON:API, the files and the events ask this table and nothing else. An /api call first says which
 * roles it is for (domain/calls); the rows that it reads or writes are then this table's too.
 */

const nothing = { read: 'none' } as const
const everything = { read: 'all', create: {}, update: { rows: 'all' }, delete: { rows: 'all' } } as const
const readOnly = { read: 'all' } as const

const ofMyCompany = { path: 'asiakas.id', is: 'my_company' } as const
const myShift = {
  all: [
    { path: 'kuljettaja.id', is: 'me' },
    { path: 'tila', in: ['PUBLISHED'] },
  ],
} as const
/** Shipments or hourly jobs at the end of the path that are the driver's: assigned to them, or on a work route of their published shift. */
const drivenAt = (path: string) => [
  { path: `${path}.kuljettaja.id`, is: 'me' } as const,
  { path: `${path}.tyovuoro`, that: myShift } as const,
]
const mineAsDriver = {
  any: [
    { path: 'kuljettaja.id', is: 'me' },
    { path: 'tyovuoro', that: myShift },
  ],
} as const
const orderOfMine = { any: [...drivenAt('lahetykset'), ...drivenAt('tuntituotteet')] } as const
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
    only: ['tyyppi', 'name', 'asiakas', ...billingFields, 'laskutus_viesti', 'seurantalinkki'],
  },
  update: {
    rows: myUntouchedOrder,
    only: ['name', ...billingFields, 'laskutus_viesti'],
  },
}

const customerShipment: Rule<'lahetys'> = {
  read: ofMyCompany,
  hide: ['tila_weight', 'kuljettaja', 'auto', 'tyovuoro', 'nykyinen_osoite', 'siirto_osoitteet'],
  mask: maskTransfers,
  create: { ...mineOfCompany, only: shipmentByCustomer },
  update: { rows: myUntouchedLine, only: shipmentByCustomer },
  delete: { rows: myUntouchedLine },
}
const customerHourly: Rule<'tuntituote'> = {
  read: ofMyCompany,
  hide: ['kuljettaja', 'auto', 'tyovuoro'],
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
/** Of the house itself: nobody else's matter. */
const forAdministrators = {
  yllapito: everything,
  kuljettaja: nothing,
  asiakas: nothing,
  asiakas_yllapito: nothing,
  huolto: nothing,
} as const
/** Made by the house for a customer, who reads it. */
const ofCustomer = { ...forAdministrators, asiakas: customerReads, asiakas_yllapito: customerReads } as const
const own = (path: string) => ({ path, is: 'me' }) as const
const self: Rule<'user'> = { read: own('id'), update: { rows: own('id'), only: ['mail', 'timezone', 'field_fullname'] } }
const ownProfile = {
  read: own('uid.id'),
  update: { rows: own('uid.id'), only: ['field_etunimi', 'field_sukunimi', 'field_puhelinnumero', 'field_puhelinnumero_maakoodi'] },
} as const
// A profile stays when its role goes: whoever no longer signs in for the company is not its any more.
const companyUsers = {
  all: [
    { path: 'asiakasprofiilit.field_asiakas.id', is: 'my_company' },
    { path: 'user_roles', has: ['asiakas'] },
  ],
} as const
const companyProfiles = {
  all: [
    { path: 'field_asiakas.id', is: 'my_company' },
    { path: 'uid.user_roles', has: ['asiakas'] },
  ],
} as const
// Nobody who is more than a customer: else a customer's administrator could take over one of the house's own people.
const managedUsers = { all: [companyUsers, { path: 'user_roles', in: customerRoles }] } as const
const managedProfiles = { all: [companyProfiles, { path: 'uid.user_roles', in: customerRoles }] } as const
const contactOfMine = { any: [...drivenAt('asiakas.tilaukset.lahetykset'), ...drivenAt('asiakas.tilaukset.tuntituotteet')] } as const
const addressOfMine = {
  any: [
    ...drivenAt('noudot'),
    ...drivenAt('toimitukset'),
    ...drivenAt('tuntityot'),
    ...contactOfMine.any,
    // The house's own places, of no customer: a driver tells that goods wait there (their position).
    { path: 'asiakas.id', is: 'nothing' },
  ],
} as const

/** A driver's signatures and photos belong to nobody until they hang on a delivery; then its customer sees them. */
const fileOfMyCompany = {
  any: [
    ofMyCompany,
    { path: 'kuittaukset.asiakas.id', is: 'my_company' },
    { path: 'lahetykset.asiakas.id', is: 'my_company' },
    { path: 'poikkeamat.asiakas.id', is: 'my_company' },
    { path: 'rahtikirjat.asiakas.id', is: 'my_company' },
    { path: 'koonnit.asiakas.id', is: 'my_company' },
    // What was printed for them alone.
    own('lisaaja.id'),
  ],
} as const

const meantFor = (role: Role) =>
  ({
    any: [
      { path: 'roolit', has: [role] },
      { path: 'henkilot.id', is: 'me' },
    ],
  }) as const
/** Meant for the role or the person, and its time to be shown (RULES section 11); each dismisses it for themselves. */
const notificationFor = (role: Role): Rule<'notification'> => {
  const rows = {
    all: [
      {
        any: [
          {
            all: [
              { path: 'tyyppi', in: ['GLOBAL'] },
              { path: 'roles', has: [role] },
            ],
          },
          {
            all: [
              { path: 'tyyppi', in: ['PERSONAL'] },
              { path: 'henkilot.id', is: 'me' },
            ],
          },
        ],
      },
      { path: 'disabled', in: ['false'] },
      { path: 'start', is: 'past' },
      {
        any: [
          { path: 'end', in: ['0'] },
          { path: 'end', is: 'ahead' },
        ],
      },
    ],
  } as const
  return { read: rows, hide: ['henkilot', 'ohittaneet'], update: { rows, only: ['is_dismissed'] } }
}
const documentFor = (role: Role): Rule<'dokumentti'> => ({ read: meantFor(role), hide: ['henkilot'] })
const acknowledges = {
  read: { path: 'kayttaja.id', is: 'me' },
  create: { fixed: { kayttaja: 'me' }, only: ['name', 'nimenselvennys', 'dokumentti', 'kayttaja', 'kuittaus'] },
} as const
const mine = own('kayttaja.id')
/** Everybody's own matter, the administrators' too. */
const ownView: Rule<'nakyma'> = { read: mine, create: { fixed: { kayttaja: 'me' } }, update: { rows: mine }, delete: { rows: mine } }
const ownWorkingDay = { read: { path: 'kuljettaja.id', is: 'me' }, hide: ['user_latest_change'] } as const
const ownTask = { read: { path: 'tyovuoro_kirjaus.kuljettaja.id', is: 'me' } } as const
/** Of what everybody who works with documents and cars may see. */
const houseFiles = (role: Role) =>
  [
    { path: 'lisaaja.id', is: 'me' },
    { path: 'huollot', is: 'something' },
    { path: 'dokumentit', that: meantFor(role) },
    { path: 'dokumenttien_kuittaukset.kayttaja.id', is: 'me' },
  ] as const

export const policy: { [N in EntityName]: { [R in Role]: Rule<N> } } = {
  asiakas: {
    yllapito: everything,
    kuljettaja: {
      read: { any: [...drivenAt('tilaukset.lahetykset'), ...drivenAt('tilaukset.tuntituotteet')] },
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
  profile_yllapito: forAdministrators,
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
    kuljettaja: { read: { any: drivenAt('lahetykset') } },
    asiakas: productOfCustomer(),
    asiakas_yllapito: productOfCustomer(),
    huolto: nothing,
  },
  auto: { yllapito: everything, kuljettaja: readOnly, asiakas: nothing, asiakas_yllapito: nothing, huolto: everything },
  huolto: {
    yllapito: everything,
    kuljettaja: { read: 'all', create: { only: ['name', 'info', 'paiva', 'auto', 'kuvat'] } },
    asiakas: nothing,
    asiakas_yllapito: nothing,
    huolto: everything,
  },
  file: {
    yllapito: { read: 'all', update: { rows: 'all', only: ['kuvaus'] }, delete: { rows: 'all' } },
    kuljettaja: {
      read: {
        any: [
          ...houseFiles('kuljettaja'),
          ...drivenAt('lahetykset'),
          ...drivenAt('kuittaukset.lahetykset'),
          ...drivenAt('poikkeamat.lahetykset'),
          ...drivenAt('rahtikirjat.lahetykset'),
          ...drivenAt('koonnit.lahetykset'),
          ...drivenAt('rahtikirjat.tuntituotteet'),
          ...drivenAt('koonnit.tuntituotteet'),
        ],
      },
    },
    // Who sent a picture tells who drove, which a customer is not shown.
    asiakas: { read: fileOfMyCompany, hide: ['lisaaja'] },
    asiakas_yllapito: { read: fileOfMyCompany, hide: ['lisaaja'] },
    huolto: { read: { any: houseFiles('huolto') } },
  },
  tilaus: {
    yllapito: everything,
    kuljettaja: { read: orderOfMine, hide: ['hinta', 'hinta_kasin', 'tilaus_ryhma'] },
    asiakas: customerOrder,
    asiakas_yllapito: customerOrder,
    huolto: nothing,
  },
  lahetys: {
    yllapito: everything,
    kuljettaja: {
      read: mineAsDriver,
      hide: ['hinta', 'tyovuoro'],
      update: { rows: mineAsDriver, only: ['tila', 'kuvat', 'nykyinen_osoite', 'siirto_osoitteet', 'poikkeama'] },
    },
    asiakas: customerShipment,
    asiakas_yllapito: customerShipment,
    huolto: nothing,
  },
  tuntituote: {
    yllapito: everything,
    kuljettaja: {
      read: mineAsDriver,
      hide: ['hinta', 'tuntituote_hinta', 'minimilaskutus', 'tuntituote_instanssi', 'tuntituote_toisto', 'tilaus_ryhma', 'tyovuoro'],
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
  tuntituote_toisto: ofCustomer,
  tilaus_ryhma: ofCustomer,
  v_o_kuittaus: deliveryRecord(),
  toimituspoikkeama: deliveryRecord(),
  notification: {
    yllapito: everything,
    kuljettaja: notificationFor('kuljettaja'),
    asiakas: notificationFor('asiakas'),
    asiakas_yllapito: notificationFor('asiakas_yllapito'),
    huolto: notificationFor('huolto'),
  },
  dokumentti: {
    yllapito: everything,
    kuljettaja: documentFor('kuljettaja'),
    asiakas: nothing,
    asiakas_yllapito: nothing,
    huolto: documentFor('huolto'),
  },
  dokumentti_kuittaus: {
    yllapito: everything,
    kuljettaja: acknowledges,
    asiakas: nothing,
    asiakas_yllapito: nothing,
    huolto: acknowledges,
  },
  vuokraus: ofCustomer,
  reitti: forAdministrators,
  tyovuoro: { ...forAdministrators, kuljettaja: { read: myShift, hide: ['kuljettaja_default'] } },
  tyovuoro_lisatieto: forAdministrators,
  tyoreitti: {
    ...forAdministrators,
    kuljettaja: { read: { path: 'tyovuorot', that: myShift }, hide: ['kuljettaja', 'vakioreitti'] },
  },
  tyovuoro_kirjaus: { ...forAdministrators, kuljettaja: ownWorkingDay, huolto: ownWorkingDay },
  tyovuoro_kirjaus_tehtava: { ...forAdministrators, kuljettaja: ownTask, huolto: ownTask },
  hinnasto: forAdministrators,
  // A calculation is told as it was made.
  hintalaskuri_log: { ...forAdministrators, yllapito: readOnly },
  nakyma: { yllapito: ownView, kuljettaja: ownView, asiakas: ownView, asiakas_yllapito: ownView, huolto: ownView },
}

function own_company() {
  return { path: 'id', is: 'my_company' } as const
}

function billingAddress(): { [R in Role]: Rule<'laskutusosoite_email' | 'laskutusosoite_posti' | 'laskutusosoite_verkkolasku'> } {
  return { yllapito: everything, kuljettaja: nothing, asiakas: customerReads, asiakas_yllapito: customerWrites, huolto: nothing }
}

/** Where a driver was is not told to customers: they know where their goods go. */
function deliveryRecord(): { [R in Role]: Rule<'v_o_kuittaus' | 'toimituspoikkeama'> } {
  const customer = { ...customerReads, hide: ['lat', 'lng'] } as const
  return {
    yllapito: everything,
    kuljettaja: { read: { any: drivenAt('lahetykset') }, create: {} },
    asiakas: customer,
    asiakas_yllapito: customer,
    huolto: nothing,
  }
}

/** Own products and everybody's; only own ones are written. */
function productOfCustomer(): Rule<'tuote'> {
  return { ...customerWrites, read: { any: [ofMyCompany, { path: 'asiakas.id', is: 'nothing' }] } }
}
