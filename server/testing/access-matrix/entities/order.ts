import type { AccessEntry } from '../access-entry.ts'
import { administrator, outside, readsOwn, refusedWith } from '../cells.ts'
import { unique } from '../samples.ts'

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

const orderOfCustomer = ['name', ...billing, 'saa_jattaa']

export const tilaus: AccessEntry = {
  cells: {
    yllapito: administrator,
    kuljettaja: readsOwn,
    // A customer cancels the lines, and may not delete the order.
    asiakas: ['own', 'done', 'absent', 'done', 'refused', 'done', 'absent', 'refused', 'refused', 'own'],
    asiakas_yllapito: ['own', 'done', 'absent', 'done', 'refused', 'done', 'absent', 'refused', 'refused', 'own'],
    huolto: outside,
  },
  // The group of an order is hidden with its joint price.
  hidden: {
    kuljettaja: [
      ...[
        'hinta',
        'hinta_kasin',
        'tilaus_ryhma',
        'lasku',
        'vuokraus',
        'vuokrakausi',
        'laskutus_nimi',
        'laskutus_osoite1',
        'laskutus_osoite2',
        'laskutus_postinro',
      ],
      ...['reitti', 'reittiasiakas', 'tuntituote_toisto', 'koskematon', 'maara', 'paino', 'lavapaikat'],
      ...['laskutus_postitmp', 'laskutus_maa', 'laskutus_verkkolaskuosoite', 'laskutus_valittaja', 'laskutus_email', 'laskutus_viesti'],
    ],
    asiakas: ['tila_weight', 'lasku', 'reitti', 'reittiasiakas', 'koskematon'],
  },
  writable: {
    asiakas: orderOfCustomer,
    asiakas_yllapito: orderOfCustomer,
  },
  draft: ({ customer }, which) => ({ attributes: { asiakas_id: customer[which] } }),
  change: () => ({ attributes: { name: unique() } }),
  relationTo: { from: 'lahetys', relation: 'tilaus', filter: true },
  row: async ({ add, customer, idOf, orderNumber }) =>
    add('tilaus', {
      ...{ asiakas_id: customer, tilausnro: await orderNumber(), hinta: 120 },
      ...{ tilaus_ryhma_id: await idOf('tilaus_ryhma'), vuokraus_id: await idOf('vuokraus') },
      ...{ reitti_id: await idOf('reitti'), tuntituote_toisto_id: await idOf('tuntituote_toisto') },
    }),
}

export const tilaus_ryhma: AccessEntry = {
  cells: {
    yllapito: administrator,
    kuljettaja: refusedWith('unknown'),
    asiakas: readsOwn,
    asiakas_yllapito: readsOwn,
    huolto: outside,
  },
  draft: ({ customer }, which) => ({ attributes: { hinta: 100, asiakas_id: customer[which] } }),
  change: () => ({ attributes: { name: unique() } }),
  relationTo: { from: 'tilaus', relation: 'tilaus_ryhma', filter: true },
  row: ({ add, customer }) => add('tilaus_ryhma', { asiakas_id: customer, hinta: 300 }),
}
