import type { AccessEntry } from '../access-entry.ts'
import { administrator, administratorNoWay, outside, outsideNoWay, readsOwn, refusedWith } from '../cells.ts'
import { to, unique } from '../samples.ts'

export const tyovuoro: AccessEntry = {
  cells: {
    yllapito: administrator,
    // Reads own published shifts; the relation of shipments to shifts is hidden.
    kuljettaja: ['own', 'done', 'absent', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'unknown'],
    asiakas: refusedWith('unknown'),
    asiakas_yllapito: refusedWith('unknown'),
    huolto: outside,
  },
  hidden: { kuljettaja: ['kuljettaja_default'] },
  draft: ({ driver }, which) => ({
    attributes: { paiva: 1_795_039_200 },
    relationships: { kuljettaja: { data: to('user', driver[which]) } },
  }),
  change: () => ({ attributes: { name: unique() } }),
  relationTo: { from: 'lahetys', relation: 'tyovuoro', filter: true },
  row: async ({ add, idOf, otherDriver, people }) =>
    add('tyovuoro', {
      paiva: 1_795_039_200,
      tila: 'PUBLISHED',
      tyoreitti_ids: [await idOf('tyoreitti')],
      kuljettaja_id: people.kuljettaja,
      kuljettaja_default_id: otherDriver,
      auto_id: await idOf('auto'),
    }),
}

export const tyovuoro_lisatieto: AccessEntry = {
  cells: {
    yllapito: administratorNoWay,
    kuljettaja: outsideNoWay,
    asiakas: outsideNoWay,
    asiakas_yllapito: outsideNoWay,
    huolto: outsideNoWay,
  },
  draft: () => ({ attributes: { paiva: 1_795_039_200, viesti: 'Liukasta' } }),
  change: () => ({ attributes: { viesti: unique() } }),
  relationTo: null,
  row: ({ add }) => add('tyovuoro_lisatieto', { paiva: 1_795_039_200 }),
}

export const tyoreitti: AccessEntry = {
  cells: {
    yllapito: administrator,
    kuljettaja: readsOwn,
    asiakas: outside,
    asiakas_yllapito: outside,
    huolto: outside,
  },
  hidden: { kuljettaja: ['kuljettaja', 'vakioreitti'] },
  draft: ({ rows }, which) => ({
    attributes: { reittinro: '7', lisatiedot: { value: 'Avain pöydällä' } },
    relationships: { auto: { data: to('auto', rows.auto[which]) } },
  }),
  change: () => ({ attributes: { reittinro: unique() } }),
  relationTo: { from: 'tyovuoro', relation: 'tyoreitti', filter: true },
  row: async ({ add, idOf, otherDriver }) => add('tyoreitti', { kuljettaja_id: otherDriver, vakioreitti_id: await idOf('reitti') }),
}
