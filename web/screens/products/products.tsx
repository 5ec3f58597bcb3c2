import { linkOptions } from '@tanstack/react-router'
import { ImportTool } from '#web/features/data-import/import-tool.tsx'
import { EntityList } from '#web/kit/entity/entity-list.tsx'
import type { Register } from '#web/kit/entity/register.ts'

export const register: Register<'tuote'> = {
  entity: 'tuote',
  title: 'Tuotteet',
  newTitle: 'Uusi tuote',
  missingTitle: 'Tuotetta ei löydy',
  list: linkOptions({ to: '/tuotteet' }),
  page: (id) => linkOptions({ to: '/tuote/$id', params: { id } }),
  columns: [
    { field: 'name', width: 180, grow: true },
    { field: 'tyyppi', width: 110, edit: true },
    { field: 'pituus', width: 110, edit: true },
    { field: 'leveys', width: 110, edit: true },
    { field: 'korkeus', width: 115, edit: true },
    { field: 'paino', width: 110, edit: true },
    { field: 'kuvaus', width: 160, grow: true, yields: 1, edit: true },
    { field: 'asiakas', width: 180, yields: 2, show: ({ asiakas }) => (asiakas === null ? 'Kaikkien tuote' : undefined) },
  ],
  tabs: [
    { value: 'omat', label: 'Asiakaskohtaiset', where: () => ({ 'asiakas.id': { operator: 'IS NOT NULL' } }) },
    { value: 'yleiset', label: 'Kaikkien tuotteet', where: () => ({ 'asiakas.id': { operator: 'IS NULL' } }) },
  ],
  filters: [{ field: 'tyyppi' }, { field: 'asiakas' }],
  sort: ['name'],
  empty: { title: 'Tuotteita ei ole', text: 'Tallenna tuote, niin sen mitat täyttyvät tilaukseen valmiiksi.' },
}

/** `tuotteet` */
export const ListScreen = () => <EntityList register={register} tools={<ImportTool kind="tuotteet" />} />
