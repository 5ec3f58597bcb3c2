import type { AccessEntry } from '../access-entry.ts'
import { administrator, outside, readsOwn, writesOwn } from '../cells.ts'
import { unique } from '../samples.ts'

export const tuote: AccessEntry = {
  cells: {
    yllapito: administrator,
    kuljettaja: readsOwn,
    asiakas: writesOwn,
    asiakas_yllapito: writesOwn,
    huolto: outside,
  },
  writable: {
    asiakas: 'all but asiakas',
    asiakas_yllapito: 'all but asiakas',
  },
  draft: ({ customer }, which) => ({ attributes: { name: 'Laatikko', asiakas_id: customer[which] } }),
  change: () => ({ attributes: { kuvaus: unique() } }),
  relationTo: { from: 'lahetys', relation: 'tuote', filter: true },
  row: ({ add, customer }) => add('tuote', { asiakas_id: customer, name: 'Rulla', hinta: 1 }),
}
