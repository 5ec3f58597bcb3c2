import { isMe } from '../../access/conditions.ts'
import type { EntityPolicy, Rule } from '../../access/define-policy.ts'

const own = isMe('kayttaja.id')
const ownView: Rule<'nakyma'> = {
  read: own,
  hide: ['jako'],
  create: { fixed: { kayttaja: 'me' } },
  update: { rows: own },
  delete: { rows: own },
}
/** Administrators also read the views that others have shared, and change their own alone. */
const sharingView: Rule<'nakyma'> = {
  read: { any: [own, { path: 'jako', in: ['yhteinen'] }] },
  create: { fixed: { kayttaja: 'me' } },
  update: { rows: own },
  delete: { rows: own },
}

export const viewPolicy: EntityPolicy<'nakyma'> = {
  yllapito: sharingView,
  kuljettaja: ownView,
  asiakas: ownView,
  asiakas_yllapito: ownView,
  huolto: ownView,
}
