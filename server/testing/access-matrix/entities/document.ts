import type { AccessEntry } from '../access-entry.ts'
import { acknowledges, administrator, outside, readsOwn } from '../cells.ts'
import { to, unique } from '../samples.ts'

export const dokumentti: AccessEntry = {
  cells: {
    yllapito: administrator,
    kuljettaja: readsOwn,
    asiakas: outside,
    asiakas_yllapito: outside,
    huolto: readsOwn,
  },
  hidden: { kuljettaja: ['henkilot'], huolto: ['henkilot'] },
  draft: () => ({ attributes: { name: 'Ajo-ohje', roolit: ['kuljettaja'] } }),
  change: () => ({ attributes: { kuvaus: unique() } }),
  relationTo: { from: 'dokumentti_kuittaus', relation: 'dokumentti', filter: true },
  row: async ({ add, meantFor, people }) =>
    add('dokumentti', {
      name: 'Ohje',
      roolit: meantFor,
      henkilot_ids: [people.kuljettaja],
      tiedostot_ids: [await add('file', { filename: 'ohje.pdf' })],
    }),
}

export const dokumentti_kuittaus: AccessEntry = {
  cells: {
    yllapito: administrator,
    kuljettaja: acknowledges,
    asiakas: outside,
    asiakas_yllapito: outside,
    huolto: acknowledges,
  },
  draft: ({ unread, worker, rows }, which) => ({
    attributes: { nimenselvennys: 'Kalle Kuljettaja', versio: 1 },
    relationships: {
      kuittaus: { data: to('file', rows.file.own) },
      dokumentti: { data: to('dokumentti', unread[which]) },
      // A person acknowledges for themselves only.
      kayttaja: { data: to('user', worker.own) },
    },
  }),
  change: () => ({ attributes: { name: unique() } }),
  relationTo: { from: 'dokumentti', relation: 'kuittaukset', filter: true },
  row: async ({ add, idOf, worker }) =>
    add('dokumentti_kuittaus', {
      nimenselvennys: 'Kalle Kuljettaja',
      versio: 1,
      dokumentti_id: await idOf('dokumentti'),
      kayttaja_id: worker,
      kuittaus_id: await add('file', { filename: 'kuittaus.png', lisaaja_id: worker }),
    }),
}
