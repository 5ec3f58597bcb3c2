import { linkOptions } from '@tanstack/react-router'
import { ListedDocumentState } from '#web/features/documents/document-states.tsx'
import { EntityList } from '#web/kit/entity/entity-list.tsx'
import type { Register } from '#web/kit/entity/register.ts'

export const register: Register<'dokumentti'> = {
  entity: 'dokumentti',
  title: 'Dokumentit',
  newTitle: 'Uusi dokumentti',
  missingTitle: 'Dokumenttia ei löydy',
  list: linkOptions({ to: '/dokumentit' }),
  page: (id) => linkOptions({ to: '/dokumentti/$id', params: { id } }),
  columns: [
    { field: 'name', grow: true },
    { added: 'kuittaukset', header: 'Kuittaukset', width: 280, show: ({ id }) => <ListedDocumentState id={id} /> },
    { field: 'roolit', width: 200 },
    { field: 'versio', width: 90, yields: 1 },
    { field: 'kuitattava', width: 120, optional: true, edit: true },
  ],
  filters: [{ field: 'kuitattava' }, { field: 'roolit' }],
  sort: ['-changed'],
  empty: { title: 'Dokumentteja ei ole', text: 'Tänne tulevat ohjeet ja tiedotteet, jotka luetaan ja kuitataan.' },
}

/** `dokumentit` */
export const ListScreen = () => <EntityList register={register} />
