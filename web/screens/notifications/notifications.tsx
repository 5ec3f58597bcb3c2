import { linkOptions } from '@tanstack/react-router'
import { EntityList } from '#web/kit/entity/entity-list.tsx'
import type { Register } from '#web/kit/entity/register.ts'
import classes from './notifications.module.css'

export const register: Register<'notification'> = {
  entity: 'notification',
  title: 'Ilmoitukset',
  newTitle: 'Uusi ilmoitus',
  missingTitle: 'Ilmoitusta ei löydy',
  list: linkOptions({ to: '/ilmoitukset' }),
  page: (id) => linkOptions({ to: '/ilmoitus/$id', params: { id } }),
  columns: [
    { field: 'message', width: 280, grow: true, show: ({ message }) => <span className={classes.message}>{message}</span> },
    { field: 'tyyppi', width: 170, yields: 2 },
    { field: 'roles', width: 180 },
    { field: 'start', width: 170, edit: true },
    { field: 'end', width: 170, edit: true },
    { field: 'disabled', width: 130, yields: 1, edit: true },
    { field: 'key', width: 160, optional: true, edit: true },
  ],
  filters: [
    {
      name: 'aika',
      label: 'Milloin',
      choices: {
        nyt: {
          label: 'Näkyy nyt',
          where: (now) => ({
            all: [
              { disabled: false, start: { operator: '<=', value: now } },
              { any: [{ end: 0 }, { end: { operator: '>', value: now } }] },
            ],
          }),
        },
        tulossa: { label: 'Tulossa', where: (now) => ({ start: { operator: '>', value: now } }) },
        paattynyt: {
          label: 'Päättynyt',
          where: (now) => ({ all: [{ end: { operator: '>', value: 0 } }, { end: { operator: '<=', value: now } }] }),
        },
      },
    },
    { field: 'tyyppi' },
    { field: 'roles' },
    {
      name: 'tekija',
      label: 'Tekijä',
      choices: {
        ihminen: { label: 'Kirjoitetut', where: () => ({ key: '' }) },
        kuorma: { label: 'Avaimelliset ja muistutukset', where: () => ({ key: { operator: '<>', value: '' } }) },
      },
    },
  ],
  sort: ['-created'],
  empty: { title: 'Ilmoituksia ei ole', text: 'Kirjoita ilmoitus, niin se näkyy valitsemillesi rooleille tai henkilöille kellossa.' },
}

/** `ilmoitukset` */
export const ListScreen = () => <EntityList register={register} />
