import type { AccessEntry } from '../access-entry.ts'
import { readsOwn } from '../cells.ts'
import { unique } from '../samples.ts'

export const file: AccessEntry = {
  cells: {
    // Files are made by uploads and by the server, never by a POST of the row.
    yllapito: ['all', 'done', 'done', 'refused', 'refused', 'done', 'done', 'done', 'done', 'all'],
    kuljettaja: readsOwn,
    asiakas: readsOwn,
    asiakas_yllapito: readsOwn,
    // Reads files that the viewer has sent, and files of maintenance and documents; no shipments, so no relation leads here.
    huolto: ['own', 'done', 'absent', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused'],
  },
  // The sender of a picture would show who drove.
  hidden: { asiakas: ['lisaaja'] },
  draft: ({ customer }, which) => ({ attributes: { kuvaus: 'Kuva', asiakas_id: customer[which] } }),
  change: () => ({ attributes: { kuvaus: unique() } }),
  relationTo: { from: 'lahetys', relation: 'kuvat', filter: true },
  row: ({ add, customer, people }) =>
    add('file', { asiakas_id: customer, name: 'kuva.jpg', filename: 'kuva.jpg', lisaaja_id: people.kuljettaja }),
}
