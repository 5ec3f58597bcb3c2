import type { AccessEntry } from '../access-entry.ts'
import { outsideNoWay, readsAll } from '../cells.ts'
import { to, unique } from '../samples.ts'

export const tyoaika_korjauspyynto: AccessEntry = {
  cells: {
    // Administrators answer requests by a call of working time.
    yllapito: readsAll('no way'),
    kuljettaja: ['own', 'done', 'absent', 'done', 'invalid', 'refused', 'refused', 'refused', 'refused', 'no way'],
    asiakas: outsideNoWay,
    asiakas_yllapito: outsideNoWay,
    huolto: outsideNoWay,
  },
  draft: ({ rows }, which) => ({
    attributes: { perustelu: 'Tauko puuttuu' },
    relationships: { tyovuoro_kirjaus: { data: to('tyovuoro_kirjaus', rows.tyovuoro_kirjaus[which]) } },
  }),
  change: () => ({ attributes: { name: unique() } }),
  relationTo: null,
  row: async ({ add, idOf, worker }) =>
    add('tyoaika_korjauspyynto', {
      perustelu: 'Tauko puuttuu',
      kuljettaja_id: worker,
      tyovuoro_kirjaus_id: await idOf('tyovuoro_kirjaus'),
    }),
}
