import { pseudoRoles, roleLabels } from '../../access/roles.ts'
import { defineEntity, many, type RowOf } from '../../model/define-entity.ts'
import { area, choice, choices, flag, mark, moment, text } from '../../model/define-field.ts'

export const notificationTypes = { GLOBAL: 'Valituille rooleille', PERSONAL: 'Henkilökohtainen' } as const

/** Shown from `start` to `end`, to the roles (GLOBAL) or to the people (PERSONAL), until each person dismisses it. */
export const notification = defineEntity({
  name: 'notification',
  group: 'notification_entity',
  bundle: 'notification_entity',
  label: 'Ilmoitus',
  tunniste: { prefix: 'I', of: 'drupal_internal__id' },
  fields: {
    message: area('Viesti', { required: true }),
    roles: choices('Roolit', roleLabels, [], { ignored: pseudoRoles }),
    disabled: flag('Pois käytöstä'),
    key: text('Avain', { max: 100, unique: 'Avain on jo käytössä toisella ilmoituksella.' }),
    tyyppi: choice('Tyyppi', notificationTypes, 'GLOBAL'),
    start: moment('Alkaa'),
    end: moment('Päättyy'),
    is_dismissed: mark('Ohitettu', 'ohittaneet'),
  },
  relations: {
    henkilot: many('user', 'Henkilöt', { mustBe: 'live' }),
    ohittaneet: many('user', 'Ohittaneet', { readOnly: true }),
  },
})
export type Notification = RowOf<typeof notification>
