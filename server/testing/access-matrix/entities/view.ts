import type { AccessEntry, Cells } from '../access-entry.ts'
import { to, unique } from '../samples.ts'

/** Every role may use only the viewer's own views; an administrator may not read those of others either. */
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
