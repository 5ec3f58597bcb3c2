import type { AccessEntry } from '../access-entry.ts'
import { outsideNoWay, readsAll } from '../cells.ts'
import { to, unique } from '../samples.ts'

export const ajo_pysahdys: AccessEntry = {
  cells: {
    // Written by the calls of the board alone.
    yllapito: readsAll('no way'),
    // The stops of their own published shifts.
    kuljettaja: ['own', 'done', 'absent', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'no way'],
    asiakas: outsideNoWay,
    asiakas_yllapito: outsideNoWay,
    huolto: outsideNoWay,
  },
  draft: ({ rows }, which) => ({
    attributes: { tyyppi: 'tauko', kesto: 45 },
    relationships: { tyovuoro: { data: to('tyovuoro', rows.tyovuoro[which]) } },
  }),
  change: () => ({ attributes: { nimi: unique() } }),
  relationTo: null,
  row: async ({ add, idOf }) =>
    add('ajo_pysahdys', { tyovuoro_id: await idOf('tyovuoro'), lahetykset_ids: [await idOf('lahetys')], tyyppi: 'nouto' }),
}
