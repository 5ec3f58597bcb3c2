import type { AccessEntry, Cells } from '../access-entry.ts'
import { outsideNoWay } from '../cells.ts'
import { to, unique } from '../samples.ts'

/** Reads the conversations of the company's own orders and writes to them; a message is never changed. */
const ownConversation: Cells = ['own', 'done', 'absent', 'done', 'invalid', 'refused', 'refused', 'refused', 'refused', 'no way']

export const tilausviesti: AccessEntry = {
  cells: {
    yllapito: ['all', 'done', 'done', 'done', 'done', 'refused', 'refused', 'refused', 'refused', 'no way'],
    kuljettaja: outsideNoWay,
    asiakas: ownConversation,
    asiakas_yllapito: ownConversation,
    huolto: outsideNoWay,
  },
  hidden: { asiakas: ['sisainen'] },
  draft: ({ rows }, which) => ({
    attributes: { teksti: 'Voiko tavarat tuoda takaovelle?' },
    relationships: { tilaus: { data: to('tilaus', rows.tilaus[which]) } },
  }),
  change: () => ({ attributes: { name: unique() } }),
  relationTo: null,
  row: async ({ add, idOf }) => add('tilausviesti', { teksti: 'Voiko tavarat tuoda takaovelle?', tilaus_id: await idOf('tilaus') }),
}
