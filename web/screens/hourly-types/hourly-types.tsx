import { linkOptions } from '@tanstack/react-router'
import { EntityList } from '#web/kit/entity/entity-list.tsx'
import type { Register } from '#web/kit/entity/register.ts'

export const register: Register<'tuntituote_tyyppi'> = {
  entity: 'tuntituote_tyyppi',
  title: 'Tuntityön hinnat',
  newTitle: 'Uusi tuntityön tyyppi',
  missingTitle: 'Tuntityön tyyppiä ei löydy',
  list: linkOptions({ to: '/tuntityypit' }),
  page: (id) => linkOptions({ to: '/tuntityyppi/$id', params: { id } }),
  columns: [
    { field: 'name', width: 200, grow: true },
    { field: 'hinta_h', width: 130, edit: true },
    { field: 'hinta_km', width: 130, edit: true },
    { field: 'hinta_kpl', width: 130, edit: true },
  ],
  sort: ['drupal_internal__id'],
  empty: { title: 'Tuntityön tyyppejä ei ole', text: 'Lisää tyyppi, niin tuntitöille lasketaan hinta.' },
}

/** `tuntityypit` */
export const ListScreen = () => <EntityList register={register} />
