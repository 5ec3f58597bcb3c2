import type { AccessEntry } from '../access-entry.ts'
import { outside, readsAll, readsOwn } from '../cells.ts'
import { unique } from '../samples.ts'

let numbers = 500_000
/** Invoices are made, sent and credited by calls; nobody writes one. */
const cells: AccessEntry['cells'] = {
  yllapito: readsAll('all'),
  kuljettaja: outside,
  asiakas: readsOwn,
  asiakas_yllapito: readsOwn,
  huolto: outside,
}

export const lasku: AccessEntry = {
  cells,
  hidden: { asiakas: ['jarjestelma', 'palvelun_tunnus', 'virhe', 'lahettaja', 'lahetys_alkoi'] },
  draft: ({ customer }, which) => ({ attributes: { asiakas_id: customer[which] } }),
  change: () => ({ attributes: { name: unique() } }),
  relationTo: { from: 'laskurivi', relation: 'lasku', filter: true },
  row: ({ add, customer }) => add('lasku', { asiakas_id: customer, numero: numbers++, tila: 'lahetetty', veroton: 100, yhteensa: 125.5 }),
}

export const laskurivi: AccessEntry = {
  cells,
  draft: ({ rows }, which) => ({
    attributes: {},
    relationships: { lasku: { data: { type: 'lasku_entity--lasku', id: rows.lasku[which] } } },
  }),
  change: () => ({ attributes: { name: unique() } }),
  relationTo: { from: 'lasku', relation: 'rivit', filter: true },
  row: async ({ add, idOf }) => add('laskurivi', { lasku_id: await idOf('lasku'), tilaukset_ids: [await idOf('tilaus')], veroton: 100 }),
}
