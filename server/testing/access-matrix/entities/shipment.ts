import type { Role } from '#domain/access/roles.ts'
import type { AccessEntry, Cells } from '../access-entry.ts'
import { administrator, outside, readsOwn } from '../cells.ts'
import { delivery, pickup, pickupContact, to, unique } from '../samples.ts'

const deliveryRecord: Record<Role, Cells> = {
  yllapito: administrator,
  // Another driver's shipments cannot be acknowledged.
  kuljettaja: ['own', 'done', 'absent', 'done', 'invalid', 'refused', 'refused', 'refused', 'refused', 'own'],
  asiakas: readsOwn,
  asiakas_yllapito: readsOwn,
  huolto: outside,
}

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
  'nouto_aika_alku',
  'nouto_aika_loppu',
  'toimitus_aika_alku',
  'toimitus_aika_loppu',
  'nouto_osoite',
  'nouto_yhteyshenkilo',
  'toimitus_osoite',
  'toimitus_yhteyshenkilo',
]

export const lahetys: AccessEntry = {
  cells: {
    yllapito: administrator,
    kuljettaja: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'own'],
    // A new line of another company's order is invalid: that order may not be read.
    asiakas: ['own', 'done', 'absent', 'done', 'invalid', 'done', 'absent', 'done', 'absent', 'own'],
    asiakas_yllapito: ['own', 'done', 'absent', 'done', 'invalid', 'done', 'absent', 'done', 'absent', 'own'],
    huolto: outside,
  },
  hidden: {
    // A shift may be another driver's, or not published yet.
    kuljettaja: ['hinta', 'tyovuoro'],
    // Customers see neither the driver nor anything that shows a transfer.
    asiakas: ['tila_weight', 'kuljettaja', 'auto', 'tyovuoro', 'nykyinen_osoite', 'siirto_osoitteet', 'laitteen_aika', 'tila_muuttui'],
  },
  writable: {
    kuljettaja: ['tila', 'laitteen_aika', 'kuvat', 'nykyinen_osoite', 'siirto_osoitteet', 'poikkeama'],
    asiakas: shipmentOfCustomer,
    asiakas_yllapito: shipmentOfCustomer,
  },
  draft: ({ rows }, which) => ({ attributes: { viite: 'Uusi' }, relationships: { tilaus: { data: to('tilaus', rows.tilaus[which]) } } }),
  change: ({ role, rows }) =>
    role === 'kuljettaja'
      ? { attributes: {}, relationships: { nykyinen_osoite: { data: to('postiosoite', rows.postiosoite.own) } } }
      : { attributes: { viite: unique() } },
  relationTo: { from: 'tilaus', relation: 'lahetykset', filter: true },
  row: async ({ add, customer, idOf, people, visitingAddress }) => {
    // A terminal of the haulier, without a customer, where goods wait between two drives.
    const terminal = await add('postiosoite', { name: 'Terminaali' })
    return add('lahetys', {
      asiakas_id: customer,
      tilaus_id: await idOf('tilaus'),
      kuljettaja_id: people.kuljettaja,
      auto_id: await idOf('auto'),
      nouto_osoite_id: await idOf('postiosoite'),
      nouto_yhteyshenkilo_id: await idOf('yhteyshenkilo'),
      viite: 'Alku',
      hinta: 60,
      tuote_id: await idOf('tuote'),
      kuvat_ids: [await idOf('file')],
      toimitus_osoite_id: visitingAddress,
      tyovuoro_id: await idOf('tyovuoro'),
      nykyinen_osoite_id: terminal,
      siirto_osoitteet_ids: [terminal],
    })
  },
}

export const v_o_kuittaus: AccessEntry = {
  cells: deliveryRecord,
  // The driver's position.
  hidden: { asiakas: ['lat', 'lng'] },
  draft: ({ rows }, which) => ({
    attributes: { nimenselvennys: 'Eino Eskola' },
    relationships: { lahetykset: { data: [to('lahetys', rows.lahetys[which])] } },
  }),
  change: () => ({ attributes: { name: unique() } }),
  relationTo: { from: 'lahetys', relation: 'kuittaukset', filter: true },
  row: async ({ add, customer, idOf, people }) =>
    add('v_o_kuittaus', {
      asiakas_id: customer,
      nimenselvennys: 'Aino Aalto',
      lahetykset_ids: [await idOf('lahetys')],
      kuittaus_id: await add('file', { asiakas_id: customer, name: 'nimi.png', filename: 'nimi.png', lisaaja_id: people.kuljettaja }),
    }),
}

export const toimituspoikkeama: AccessEntry = {
  cells: deliveryRecord,
  hidden: { asiakas: ['lat', 'lng'] },
  draft: ({ rows }, which) => ({
    attributes: { syy: 'ei_tavoitettu' },
    relationships: { lahetykset: { data: [to('lahetys', rows.lahetys[which])] } },
  }),
  change: () => ({ attributes: { name: unique() } }),
  relationTo: { from: 'lahetys', relation: 'poikkeamat', filter: true },
  row: async ({ add, customer, idOf, people }) =>
    add('toimituspoikkeama', {
      asiakas_id: customer,
      syy: 'vaara_osoite',
      lahetykset_ids: [await idOf('lahetys')],
      kuvat_ids: [await add('file', { asiakas_id: customer, name: 'ovi.jpg', filename: 'ovi.jpg', lisaaja_id: people.kuljettaja })],
    }),
}
