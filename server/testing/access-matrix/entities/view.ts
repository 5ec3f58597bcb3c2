import type { AccessEntry, Cells } from '../access-entry.ts'
import { to, unique } from '../samples.ts'

/** Every role may use only the viewer's own views; an administrator may read those of others once they are shared (features/orders/sorted-lists.test.ts). */
const ownView: Cells = ['own', 'done', 'absent', 'done', 'refused', 'done', 'absent', 'done', 'absent', 'no way']

export const nakyma: AccessEntry = {
  cells: { yllapito: ownView, kuljettaja: ownView, asiakas: ownView, asiakas_yllapito: ownView, huolto: ownView },
  hidden: { kuljettaja: ['jako'], asiakas: ['jako'], huolto: ['jako'] },
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
