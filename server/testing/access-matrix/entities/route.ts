import type { AccessEntry } from '../access-entry.ts'
import { administrator, outside, refusedWith } from '../cells.ts'
import { to, unique } from '../samples.ts'

export const reitti: AccessEntry = {
  cells: {
    yllapito: administrator,
    kuljettaja: refusedWith('unknown'),
    asiakas: outside,
    asiakas_yllapito: outside,
    huolto: outside,
  },
  draft: ({ rows, customer }, which) => ({
    attributes: { name: 'Aamukierros', viikonpaivat: [1, 2], hinnat: { [customer[which]]: 40 } },
    relationships: {
      asiakkaat: { data: [to('asiakas', customer[which])] },
      osoitteet: { data: [to('postiosoite', rows.postiosoite[which])] },
    },
  }),
  change: () => ({ attributes: { reittinro: unique() } }),
  relationTo: { from: 'tyoreitti', relation: 'vakioreitti', filter: true },
  row: async ({ add, customer, idOf }) =>
    add('reitti', { asiakkaat_ids: [customer], osoitteet_ids: [await idOf('postiosoite')], hinnat: { [customer]: 40 } }),
}
