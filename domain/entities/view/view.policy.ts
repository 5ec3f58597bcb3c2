import { isMe } from '../../access/conditions.ts'
import type { EntityPolicy, Rule } from '../../access/define-policy.ts'

const own = isMe('kayttaja.id')
/** Only the person's own views, for administrators too. */
const ownView: Rule<'nakyma'> = { read: own, create: { fixed: { kayttaja: 'me' } }, update: { rows: own }, delete: { rows: own } }

export const viewPolicy: EntityPolicy<'nakyma'> = {
  yllapito: ownView,
  kuljettaja: ownView,
  asiakas: ownView,
  asiakas_yllapito: ownView,
  huolto: ownView,
}
