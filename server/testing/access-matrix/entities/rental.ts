import type { AccessEntry } from '../access-entry.ts'
import { administratorNoWay, outsideNoWay, readsOwnNoWay } from '../cells.ts'
import { unique } from '../samples.ts'

export const vuokraus: AccessEntry = {
  cells: {
    yllapito: administratorNoWay,
    kuljettaja: outsideNoWay,
    asiakas: readsOwnNoWay,
    asiakas_yllapito: readsOwnNoWay,
    huolto: outsideNoWay,
  },
  draft: ({ customer }, which) => ({ attributes: { maara: 2, hinta: 9.5, asiakas_id: customer[which] } }),
  change: () => ({ attributes: { name: unique() } }),
  relationTo: null,
  row: ({ add, customer }) => add('vuokraus', { asiakas_id: customer, hinta: 9.5 }),
}
