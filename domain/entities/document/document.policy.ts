import { everything, isMe, nothing } from '../../access/conditions.ts'
import type { EntityPolicy, Rule } from '../../access/define-policy.ts'
import type { Role } from '../../access/roles.ts'

/** Documents addressed to the role or to the viewer. */
export const addressedTo = (role: Role) => ({ any: [{ path: 'roolit', has: [role] }, isMe('henkilot.id')] }) as const

const documentOf = (role: Role): Rule<'dokumentti'> => ({ read: addressedTo(role), hide: ['henkilot'] })

export const documentPolicy: EntityPolicy<'dokumentti'> = {
  yllapito: everything,
  kuljettaja: documentOf('kuljettaja'),
  asiakas: nothing,
  asiakas_yllapito: nothing,
  huolto: documentOf('huolto'),
}

const acknowledges: Rule<'dokumentti_kuittaus'> = {
  read: isMe('kayttaja.id'),
  create: { fixed: { kayttaja: 'me' }, only: ['name', 'nimenselvennys', 'versio', 'dokumentti', 'kayttaja', 'kuittaus'] },
}

export const documentAcknowledgementPolicy: EntityPolicy<'dokumentti_kuittaus'> = {
  yllapito: everything,
  kuljettaja: acknowledges,
  asiakas: nothing,
  asiakas_yllapito: nothing,
  huolto: acknowledges,
}
