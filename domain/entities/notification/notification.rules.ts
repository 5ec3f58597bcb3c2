import type { EntityRules } from '../../model/define-entity.ts'
import type { Notification } from './notification.entity.ts'

const nameLength = 80

/** A notification is called by the beginning of its message. */
const nameOf = (message: string): string => message.replace(/\s+/g, ' ').trim().slice(0, nameLength).trimEnd()

export const notificationRules: EntityRules<Notification> = {
  derive({ before, after }) {
    const isGiven = after.name !== '' && !(before && before.name === after.name && before.name === nameOf(before.message))
    return isGiven ? {} : { name: nameOf(after.message) }
  },
  check: ({ after }) => [
    ...(after.tyyppi === 'GLOBAL' && after.roles.length === 0 ? [{ field: 'roles', detail: 'Valitse ainakin yksi rooli.' }] : []),
    ...(after.tyyppi === 'PERSONAL' && after.henkilot.length === 0 ? [{ field: 'henkilot', detail: 'Valitse ainakin yksi henkilö.' }] : []),
    ...(after.end > 0 && after.end <= after.start ? [{ field: 'end', detail: 'Ilmoituksen on päätyttävä alkamisensa jälkeen.' }] : []),
  ],
}
