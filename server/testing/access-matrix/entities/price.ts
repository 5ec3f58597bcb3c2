import type { AccessEntry } from '../access-entry.ts'
import { administrator, outside, outsideNoWay, readsAll } from '../cells.ts'
import { unique } from '../samples.ts'

export const hinnasto: AccessEntry = {
  cells: {
    yllapito: administrator,
    kuljettaja: outside,
    asiakas: outside,
    asiakas_yllapito: outside,
    huolto: outside,
  },
  draft: ({ customer }, which) => ({ attributes: { name: 'Sopimus', perusmaksu: 12, asiakas_id: customer[which] } }),
  change: () => ({ attributes: { name: unique() } }),
  relationTo: { from: 'hintalaskuri_log', relation: 'hinnasto', filter: true },
  row: ({ add, customer }) => add('hinnasto', { asiakas_id: customer, name: 'Oma hinnasto', perusmaksu: 10 }),
}

export const hintalaskuri_log: AccessEntry = {
  cells: {
    // A record of a calculation by the server: nobody makes or changes one.
    yllapito: readsAll('no way'),
    kuljettaja: outsideNoWay,
    asiakas: outsideNoWay,
    asiakas_yllapito: outsideNoWay,
    huolto: outsideNoWay,
  },
  draft: () => ({ attributes: { name: 'Oma laskelma' } }),
  change: () => ({ attributes: { name: unique() } }),
  relationTo: null,
  row: async ({ add, customer, idOf }) =>
    add('hintalaskuri_log', { asiakas_id: customer, tilaus_id: await idOf('tilaus'), hinnasto_id: await idOf('hinnasto'), tulos: 120 }),
}
