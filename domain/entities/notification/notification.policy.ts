import { everything, isMe } from '../../access/conditions.ts'
import type { EntityPolicy, Rule } from '../../access/define-policy.ts'
import type { Role } from '../../access/roles.ts'

/** Notifications for the role or the person during their time (rules/notifications.md#time); each person can dismiss them. */
const notificationFor = (role: Role): Rule<'notification'> => {
  const forRole = {
    all: [
      { path: 'tyyppi', in: ['GLOBAL'] },
      { path: 'roles', has: [role] },
    ],
  } as const
  const forPerson = { all: [{ path: 'tyyppi', in: ['PERSONAL'] }, isMe('henkilot.id')] } as const
  const neverEnds = { path: 'end', in: ['0'] } as const
  const rows = {
    all: [
      { any: [forRole, forPerson] },
      { path: 'disabled', in: ['false'] },
      { path: 'start', is: 'past' },
      { any: [neverEnds, { path: 'end', is: 'ahead' }] },
    ],
  } as const
  return { read: rows, hide: ['henkilot', 'ohittaneet'], update: { rows, only: ['is_dismissed'] } }
}

export const notificationPolicy: EntityPolicy<'notification'> = {
  yllapito: everything,
  kuljettaja: notificationFor('kuljettaja'),
  asiakas: notificationFor('asiakas'),
  asiakas_yllapito: notificationFor('asiakas_yllapito'),
  huolto: notificationFor('huolto'),
}
