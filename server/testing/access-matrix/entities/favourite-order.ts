import type { AccessEntry, Cells } from '../access-entry.ts'
import { administratorNoWay, outsideNoWay } from '../cells.ts'
import { to, unique } from '../samples.ts'

/** Names, renames and removes favourites among the company's own orders. */
const ownFavourites: Cells = ['own', 'done', 'absent', 'done', 'invalid', 'done', 'absent', 'done', 'absent', 'no way']

export const suosikkitilaus: AccessEntry = {
  cells: {
    yllapito: administratorNoWay,
    kuljettaja: outsideNoWay,
    asiakas: ownFavourites,
    asiakas_yllapito: ownFavourites,
    huolto: outsideNoWay,
  },
  draft: ({ rows }, which) => ({
    attributes: { name: 'Viikkotäydennys' },
    relationships: { tilaus: { data: to('tilaus', rows.tilaus[which]) } },
  }),
  change: () => ({ attributes: { name: unique() } }),
  relationTo: null,
  row: async ({ add, idOf }) => add('suosikkitilaus', { name: 'Viikkotäydennys', tilaus_id: await idOf('tilaus') }),
}
