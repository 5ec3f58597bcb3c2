import type { AccessEntry } from '../access-entry.ts'
import { administratorNoWay, dismisses } from '../cells.ts'
import { unique } from '../samples.ts'

export const notification: AccessEntry = {
  cells: {
    yllapito: administratorNoWay,
    kuljettaja: dismisses,
    asiakas: dismisses,
    asiakas_yllapito: dismisses,
    huolto: dismisses,
  },
  // Its other receivers, and who has dismissed it, are hidden.
  hidden: {
    kuljettaja: ['henkilot', 'ohittaneet'],
    asiakas: ['henkilot', 'ohittaneet'],
    huolto: ['henkilot', 'ohittaneet'],
  },
  writable: {
    kuljettaja: ['is_dismissed'],
    asiakas: ['is_dismissed'],
    asiakas_yllapito: ['is_dismissed'],
    huolto: ['is_dismissed'],
  },
  draft: () => ({ attributes: { message: 'Halli on kiinni', roles: ['kuljettaja'], key: unique() } }),
  change: ({ role }) => ({ attributes: role === 'yllapito' ? { message: unique() } : { is_dismissed: true } }),
  relationTo: null,
  row: ({ add, meantFor }) => add('notification', { message: 'Tiedoksi', roles: meantFor }),
}
