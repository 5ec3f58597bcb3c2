import type { AccessEntry } from '../access-entry.ts'
import { administrator, outside, outsideNoWay, readsAll } from '../cells.ts'
import { to, unique } from '../samples.ts'

export const auto: AccessEntry = {
  cells: {
    yllapito: administrator,
    // A driver may read every car, but the relation starts from own shipments.
    kuljettaja: readsAll('own'),
    asiakas: ['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'unknown'],
    asiakas_yllapito: ['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'unknown'],
    huolto: ['all', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'done', 'refused'],
  },
  writable: {
    huolto: 'all but asiakas',
  },
  draft: () => ({ attributes: { rekisterinumero: `U-${unique()}`.toUpperCase() } }),
  change: () => ({ attributes: { kustannuspaikka: unique() } }),
  relationTo: { from: 'lahetys', relation: 'auto', filter: true },
  row: ({ add }) => add('auto', { name: 'Auto', rekisterinumero: `A-${Math.floor(Math.random() * 1e9)}`.slice(0, 12) }),
}

export const huolto: AccessEntry = {
  cells: {
    yllapito: administrator,
    // A driver may add a note of any car; only maintenance changes notes.
    kuljettaja: ['all', 'done', 'done', 'done', 'done', 'refused', 'refused', 'refused', 'refused', 'all'],
    asiakas: outside,
    asiakas_yllapito: outside,
    huolto: administrator,
  },
  writable: {
    huolto: 'all but asiakas',
  },
  draft: ({ rows }, which) => ({ attributes: { info: 'Ovi' }, relationships: { auto: { data: to('auto', rows.auto[which]) } } }),
  change: () => ({ attributes: { info: unique() } }),
  relationTo: { from: 'auto', relation: 'huollot', filter: true },
  row: async ({ add, idOf }) =>
    add('huolto', { name: 'Huolto', auto_id: await idOf('auto'), kuvat_ids: [await add('file', { filename: 'kolhu.jpg' })] }),
}

export const lahtotarkastus: AccessEntry = {
  cells: {
    // A record of what the driver saw: nobody changes it.
    yllapito: readsAll('no way'),
    kuljettaja: ['own', 'done', 'absent', 'done', 'refused', 'refused', 'refused', 'refused', 'refused', 'no way'],
    asiakas: outsideNoWay,
    asiakas_yllapito: outsideNoWay,
    huolto: readsAll('no way'),
  },
  // Maintenance staff cannot read drivers; the check has the driver's name.
  hidden: { huolto: ['kuljettaja'] },
  draft: ({ role, driver, rows }, which) => ({
    attributes: { tarkastettu: 1_795_000_000, kohdat: [{ kohta: 'Renkaat', kunnossa: true }] },
    relationships: {
      auto: { data: to('auto', rows.auto.own) },
      ...(role !== 'huolto' && { kuljettaja: { data: to('user', driver[which]) } }),
    },
  }),
  change: () => ({ attributes: { kohdat: [] } }),
  relationTo: null,
  row: async ({ add, idOf, people }) =>
    add('lahtotarkastus', { auto_id: await idOf('auto'), kuljettaja_id: people.kuljettaja, kirjaaja: 'Kuljettaja' }),
}
