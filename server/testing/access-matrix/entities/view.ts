import type { AccessEntry, Cells } from '../access-entry.ts'
import { to, unique } from '../samples.ts'

/** A person's own views, whatever their role: another's are not there for an administrator either. */
const ownView: Cells = ['own', 'done', 'absent', 'done', 'refused', 'done', 'absent', 'done', 'absent', 'no way']

export const nakyma: AccessEntry = {
  cells: { yllapito: ownView, kuljettaja: ownView, asiakas: ownView, asiakas_yllapito: ownView, huolto: ownView },
  writable: {
    kuljettaja: ['name', 'rajaukset'],
    asiakas: ['name', 'rajaukset'],
    asiakas_yllapito: ['name', 'rajaukset'],
    huolto: ['name', 'rajaukset'],
  },
  draft: ({ viewer, rows }, which) => ({
    attributes: { name: 'Kiireiset', lista: 'tilaukset', rajaukset: 'nakyma=myohassa' },
    relationships: { kayttaja: { data: to('user', which === 'own' ? viewer.id : rows.user.other) } },
  }),
  change: () => ({ attributes: { name: unique() } }),
  relationTo: null,
  row: ({ add, viewer }) => add('nakyma', { name: 'Oma', lista: 'tilaukset', kayttaja_id: viewer }),
}
