import type { AccessEntry } from '../access-entry.ts'
import { readsOwn } from '../cells.ts'
import { unique } from '../samples.ts'

export const file: AccessEntry = {
  cells: {
    // Files are made by uploads and by the server, never by a POST of their description.
    yllapito: ['all', 'done', 'done', 'refused', 'refused', 'done', 'done', 'done', 'done', 'all'],
    kuljettaja: readsOwn,
    asiakas: readsOwn,
    asiakas_yllapito: readsOwn,
    // What it sent itself, or of maintenance and documents; no shipment leads there.
    huolto: ['own', 'done', 'absent', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused'],
  },
  // Who sent a picture tells who drove.
  hidden: { asiakas: ['lisaaja'] },
  draft: ({ customer }, which) => ({ attributes: { kuvaus: 'Kuva', asiakas_id: customer[which] } }),
  change: () => ({ attributes: { kuvaus: unique() } }),
  relationTo: { from: 'lahetys', relation: 'kuvat', filter: true },
  row: ({ add, customer, people }) =>
    add('file', { asiakas_id: customer, name: 'kuva.jpg', filename: 'kuva.jpg', lisaaja_id: people.kuljettaja }),
}
