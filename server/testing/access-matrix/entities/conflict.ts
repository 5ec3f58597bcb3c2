import type { AccessEntry } from '../access-entry.ts'
import { outsideNoWay, readsAll } from '../cells.ts'
import { to, unique } from '../samples.ts'

export const ristiriita: AccessEntry = {
  cells: {
    // Written by the calls of conflicts alone.
    yllapito: readsAll('no way'),
    // What became of their own actions.
    kuljettaja: ['own', 'done', 'absent', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'no way'],
    asiakas: outsideNoWay,
    asiakas_yllapito: outsideNoWay,
    huolto: outsideNoWay,
  },
  // The lines may be another driver's by now.
  hidden: { kuljettaja: ['nykytila', 'ratkaisija', 'lahetykset', 'tuntityot', 'tiedostot'] },
  draft: ({ driver }, which) => ({
    attributes: { kuvaus: 'Noudettu' },
    relationships: { kuljettaja: { data: to('user', driver[which]) } },
  }),
  change: () => ({ attributes: { kuvaus: unique() } }),
  relationTo: null,
  row: async ({ add, idOf, people }) =>
    add('ristiriita', { kuljettaja_id: people.kuljettaja, lahetykset_ids: [await idOf('lahetys')], kuvaus: 'Noudettu', laji: 'tila' }),
}
