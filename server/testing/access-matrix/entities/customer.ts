import type { AccessEntry } from '../access-entry.ts'
import { administrator, outside, readsAndMakesOwn, readsOwn, writesOwn } from '../cells.ts'
import { to, unique } from '../samples.ts'

export const asiakas: AccessEntry = {
  cells: {
    yllapito: administrator,
    kuljettaja: readsOwn,
    asiakas: readsOwn,
    // May change the addresses of the customer: the pickup places and the visiting address.
    asiakas_yllapito: ['own', 'done', 'absent', 'refused', 'refused', 'done', 'absent', 'refused', 'refused', 'own'],
    huolto: outside,
  },
  hidden: {
    // A driver sees only the name, addresses and contacts of a customer.
    kuljettaja: [
      'y_tunnus',
      'tyyppi',
      'lisatiedot',
      'maksuehto',
      'maksuehto_sovittu',
      'laskutusvali',
      'talenom_asiakasnumero',
      'saa_jattaa',
      'toimitusviesti_email',
      'tilausvahvistus_email',
      'myohastymisviesti_email',
      'vuokrattava_hyllypaikka_fin_hinta',
      'vuokrattava_hyllypaikka_eur_hinta',
      'vuokrattava_tila_hinta',
      'laskutusosoite',
      'asiakkaan_kayttajat',
      'tilaukset',
    ],
  },
  writable: {
    asiakas_yllapito: [
      'kayntiosoite',
      'nouto_osoite',
      'saa_jattaa',
      'toimitusviesti_email',
      'tilausvahvistus_email',
      'myohastymisviesti_email',
    ],
  },
  draft: () => ({ attributes: { name: 'Uusi Oy' } }),
  change: ({ rows }, which) => ({
    attributes: {},
    relationships: { nouto_osoite: { data: [to('postiosoite', rows.postiosoite[which])] } },
  }),
  relationTo: { from: 'tilaus', relation: 'asiakas', filter: true },
  row: async ({ customer }) => customer,
}

export const yhteyshenkilo: AccessEntry = {
  cells: {
    yllapito: administrator,
    kuljettaja: readsOwn,
    asiakas: readsAndMakesOwn,
    asiakas_yllapito: writesOwn,
    huolto: outside,
  },
  writable: {
    asiakas_yllapito: 'all but asiakas',
  },
  draft: ({ customer }, which) => ({ attributes: { etunimi: 'Liisa', asiakas_id: customer[which] } }),
  change: () => ({ attributes: { sukunimi: unique() } }),
  relationTo: { from: 'lahetys', relation: 'nouto_yhteyshenkilo', filter: true },
  row: ({ add, customer }) => add('yhteyshenkilo', { asiakas_id: customer, etunimi: 'Kalle' }),
}
