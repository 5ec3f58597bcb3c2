import type { AccessEntry } from '../access-entry.ts'
import { administrator, outside, readsOwn } from '../cells.ts'
import { to, unique } from '../samples.ts'

export const tyovuoro_kirjaus: AccessEntry = {
  cells: {
    yllapito: administrator,
    // Drivers write it only by the working-time calls.
    kuljettaja: readsOwn,
    asiakas: outside,
    asiakas_yllapito: outside,
    huolto: readsOwn,
  },
  hidden: { kuljettaja: ['user_latest_change'], huolto: ['user_latest_change'] },
  draft: ({ worker }, which) => ({
    // Ended: a driver has one open day at a time.
    attributes: { alkuaika: 1_794_960_000, loppuaika: 1_794_980_000 },
    relationships: { kuljettaja: { data: to('user', worker[which]) } },
  }),
  change: () => ({ attributes: { name: unique() } }),
  relationTo: { from: 'tyovuoro_kirjaus_tehtava', relation: 'tyovuoro_kirjaus', filter: true },
  row: async ({ add, idOf, worker }) =>
    add('tyovuoro_kirjaus', { kuljettaja_id: worker, auto_id: await idOf('auto'), alkuaika: 1_794_990_000 }),
}

export const tyovuoro_kirjaus_tehtava: AccessEntry = {
  cells: {
    yllapito: administrator,
    kuljettaja: readsOwn,
    asiakas: outside,
    asiakas_yllapito: outside,
    huolto: readsOwn,
  },
  draft: ({ rows }, which) => ({
    attributes: { alkuaika: 1_794_993_600, tyyppi: 'AJO' },
    relationships: { tyovuoro_kirjaus: { data: to('tyovuoro_kirjaus', rows.tyovuoro_kirjaus[which]) } },
  }),
  change: () => ({ attributes: { address_print: unique() } }),
  relationTo: { from: 'tyovuoro_kirjaus', relation: 'tyotehtavat', filter: true },
  row: async ({ add, idOf }) =>
    add('tyovuoro_kirjaus_tehtava', { tyovuoro_kirjaus_id: await idOf('tyovuoro_kirjaus'), alkuaika: 1_794_991_000 }),
}
