import type { EntityRules } from '../../model/define-entity.ts'
import type { Notification } from './notification.entity.ts'

export const notificationRules: EntityRules<Notification> = {
  check: ({ after }) => [
    ...(after.tyyppi === 'GLOBAL' && after.roles.length === 0 ? [{ field: 'roles', detail: 'Valitse ainakin yksi rooli.' }] : []),
    ...(after.tyyppi === 'PERSONAL' && after.henkilot.length === 0 ? [{ field: 'henkilot', detail: 'Valitse ainakin yksi henkilö.' }] : []),
    ...(after.end > 0 && after.end <= after.start ? [{ field: 'end', detail: 'Ilmoituksen on päätyttävä alkamisensa jälkeen.' }] : []),
  ],
}
