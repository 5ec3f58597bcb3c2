import type { AccessEntry } from '../access-entry.ts'
import { administrator, outside, readsAll, readsOwn, refusedWith } from '../cells.ts'
import { pickup, pickupContact, to, unique } from '../samples.ts'

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

export const tuntituote: AccessEntry = {
  cells: {
    yllapito: administrator,
    kuljettaja: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'own'],
    asiakas: ['own', 'done', 'absent', 'done', 'invalid', 'done', 'absent', 'done', 'absent', 'own'],
    asiakas_yllapito: ['own', 'done', 'absent', 'done', 'invalid', 'done', 'absent', 'done', 'absent', 'own'],
    huolto: outside,
  },
  hidden: {
    kuljettaja: [
      ...['hinta', 'tuntituote_hinta', 'sovittu_hinta', 'minimilaskutus', 'tuntituote_instanssi'],
      ...['tuntituote_toisto', 'tilaus_ryhma', 'tyovuoro'],
    ],
    asiakas: ['kuljettaja', 'auto', 'tyovuoro', 'sovittu_hinta'],
  },
  writable: {
    kuljettaja: ['tila', 'aloitusaika', 'lopetusaika'],
    asiakas: hourlyOfCustomer,
    asiakas_yllapito: hourlyOfCustomer,
  },
  draft: ({ rows }, which) => ({
    attributes: { viite: 'Uusi' },
    relationships: { tilaus: { data: to('tilaus', rows.tilaus[which]) } },
  }),
  change: ({ role }) => (role === 'kuljettaja' ? { attributes: { tila: 'kuljetuksessa' } } : { attributes: { viite: unique() } }),
  relationTo: { from: 'tilaus', relation: 'tuntituotteet', filter: true },
  row: async ({ add, customer, idOf, people }) =>
    add('tuntituote', {
      asiakas_id: customer,
      tilaus_id: await idOf('tilaus'),
      kuljettaja_id: people.kuljettaja,
      auto_id: await idOf('auto'),
      nouto_osoite_id: await idOf('postiosoite'),
      nouto_yhteyshenkilo_id: await idOf('yhteyshenkilo'),
      hinta: 60,
      tuntituote_hinta: 30,
      tuntituote_tyyppi_id: await idOf('tuntituote_tyyppi'),
      tuntituote_instanssi_id: await idOf('tuntituote_instanssi'),
      tuntituote_toisto_id: await idOf('tuntituote_toisto'),
      tilaus_ryhma_id: await idOf('tilaus_ryhma'),
      tyovuoro_id: await idOf('tyovuoro'),
    }),
}

export const tuntituote_tyyppi: AccessEntry = {
  cells: {
    yllapito: administrator,
    // Everybody needs the names of the four kinds of hourly job; their prices are hidden.
    kuljettaja: readsAll('own'),
    asiakas: readsAll('own'),
    asiakas_yllapito: readsAll('own'),
    huolto: outside,
  },
  hidden: {
    kuljettaja: ['hinta_h', 'hinta_km', 'hinta_kpl'],
    asiakas: ['hinta_h', 'hinta_km', 'hinta_kpl'],
  },
  draft: () => ({ attributes: { name: `Laji ${unique()}` } }),
  change: () => ({ attributes: { name: unique() } }),
  relationTo: { from: 'tuntituote', relation: 'tuntituote_tyyppi', filter: true },
  row: async ({ hourlyType }) => hourlyType,
}

export const tuntituote_instanssi: AccessEntry = {
  cells: {
    yllapito: administrator,
    kuljettaja: ['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'unknown'],
    asiakas: readsOwn,
    asiakas_yllapito: readsOwn,
    huolto: outside,
  },
  hidden: { kuljettaja: ['hinta_h', 'hinta_km', 'hinta_kpl'] },
  draft: ({ customer, rows }, which) => ({
    attributes: { asiakas_id: customer[which] },
    relationships: { tuntituote_tyyppi: { data: to('tuntituote_tyyppi', rows.tuntituote_tyyppi[which]) } },
  }),
  change: () => ({ attributes: { hinta_h: Math.floor(Math.random() * 100) + 100 } }),
  relationTo: { from: 'tuntituote', relation: 'tuntituote_instanssi', filter: true },
  row: async ({ add, customer, hourlyType }) =>
    add('tuntituote_instanssi', { asiakas_id: customer, tuntituote_tyyppi_id: hourlyType, hinta_h: 61 }),
}

export const tuntituote_toisto: AccessEntry = {
  cells: {
    yllapito: administrator,
    kuljettaja: refusedWith('unknown'),
    asiakas: readsOwn,
    asiakas_yllapito: readsOwn,
    huolto: outside,
  },
  draft: ({ customer }, which) => ({ attributes: { viikonpaivat: [1, 3], asiakas_id: customer[which] } }),
  change: () => ({ attributes: { viite: unique() } }),
  relationTo: { from: 'tuntituote', relation: 'tuntituote_toisto', filter: true },
  row: async ({ add, customer, hourlyType, idOf }) =>
    add('tuntituote_toisto', { asiakas_id: customer, tuntituote_tyyppi_id: hourlyType, nouto_osoite_id: await idOf('postiosoite') }),
}
