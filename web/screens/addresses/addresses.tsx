import { linkOptions } from '@tanstack/react-router'
import { showPhone } from '#web/features/addresses/places.ts'
import { ImportTool } from '#web/features/data-import/import-tool.tsx'
import { EntityList } from '#web/kit/entity/entity-list.tsx'
import type { Register } from '#web/kit/entity/register.ts'

export const register: Register<'postiosoite'> = {
  entity: 'postiosoite',
  title: 'Osoitteet',
  newTitle: 'Uusi osoite',
  missingTitle: 'Osoitetta ei löydy',
  list: linkOptions({ to: '/postiosoitteet' }),
  page: (id) => linkOptions({ to: '/postiosoite/$id', params: { id } }),
  columns: [
    { field: 'name', width: 220, grow: true, show: ({ name, tunniste }) => name || tunniste },
    { field: 'field_osoite_1', width: 200, edit: true },
    { field: 'field_postinumero', header: 'Postinro', width: 90, edit: true },
    { field: 'field_postitoimipaikka', header: 'Paikkakunta', width: 140, edit: true },
    { field: 'asiakas', width: 200 },
    { field: 'tyyppi', width: 150, yields: 2 },
    { field: 'puhelin', width: 130, yields: 1, show: ({ puhelin }) => showPhone(puhelin) || '–', edit: true },
    { field: 'sijainti_lahde', header: 'Sijainti', width: 190, yields: 3 },
  ],
  filters: [
    { field: 'asiakas' },
    {
      name: 'omistaja',
      label: 'Omistaja',
      choices: {
        omat: { label: 'Omat toimipaikat', where: () => ({ 'asiakas.id': { operator: 'IS NULL' } }) },
        asiakkaiden: { label: 'Asiakkaiden osoitteet', where: () => ({ 'asiakas.id': { operator: 'IS NOT NULL' } }) },
      },
    },
    { field: 'tyyppi' },
    {
      name: 'tarkkuus',
      label: 'Sijainti',
      choices: {
        tarkka: {
          label: 'Tarkka',
          where: () => ({ all: [{ sijainti_arvio: false }, { lat: { operator: 'IS NOT NULL' } }] }),
        },
        arvio: { label: 'Arvio', where: () => ({ sijainti_arvio: true }) },
        puuttuu: { label: 'Puuttuu', where: () => ({ lat: { operator: 'IS NULL' } }) },
      },
    },
  ],
  sort: ['name'],
  empty: { title: 'Osoitteita ei ole', text: 'Lisää ensimmäinen osoite.' },
}

/** `postiosoitteet` */
export const ListScreen = () => <EntityList register={register} tools={<ImportTool kind="osoitteet" />} />
