import type { AccessEntry } from '../access-entry.ts'
import { administrator, outside, readsOwn, refusedWith } from '../cells.ts'
import { unique } from '../samples.ts'

export const vuokraus: AccessEntry = {
  cells: {
    yllapito: administrator,
    kuljettaja: refusedWith('unknown'),
    asiakas: readsOwn,
    asiakas_yllapito: readsOwn,
    huolto: outside,
  },
  draft: ({ customer }, which) => ({ attributes: { maara: 2, hinta: 9.5, asiakas_id: customer[which] } }),
  change: () => ({ attributes: { name: unique() } }),
  relationTo: { from: 'tilaus', relation: 'vuokraus', filter: true },
  row: ({ add, customer }) => add('vuokraus', { asiakas_id: customer, hinta: 9.5 }),
}
