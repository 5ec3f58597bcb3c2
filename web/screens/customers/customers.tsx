import { linkOptions } from '@tanstack/react-router'
import { deleteFailure } from '#domain/features/customers/delete-customers.ts'
import { addressOf, savedPlace } from '#web/features/addresses/places.ts'
import { ImportTool } from '#web/features/data-import/import-tool.tsx'
import { EntityList } from '#web/kit/entity/entity-list.tsx'
import type { Register } from '#web/kit/entity/register.ts'

export const register: Register<'asiakas'> = {
  entity: 'asiakas',
  title: 'Asiakkaat',
  newTitle: 'Uusi asiakas',
  missingTitle: 'Asiakasta ei löydy',
  removalFailure: deleteFailure,
  list: linkOptions({ to: '/asiakkaat' }),
  page: (id) => linkOptions({ to: '/asiakas/$id', params: { id } }),
  columns: [
    { field: 'name', width: 220, grow: true },
    { field: 'y_tunnus', width: 120, edit: true },
    {
      field: 'kayntiosoite',
      width: 240,
      grow: true,
      yields: 3,
      show: (customer, included) => {
        const [address] = included.all('postiosoite', customer.kayntiosoite ? [customer.kayntiosoite] : [])
        return address ? addressOf(savedPlace(address)) : undefined
      },
    },
    { field: 'tyyppi', width: 110, yields: 1, edit: true },
    { field: 'maksuehto', width: 130, yields: 2, edit: true },
    { field: 'talenom_asiakasnumero', width: 150, optional: true, edit: true },
    { field: 'lisatiedot', width: 200, optional: true },
  ],
  filters: [{ field: 'tyyppi' }],
  sort: ['name'],
  empty: { title: 'Asiakkaita ei ole', text: 'Lisää ensimmäinen asiakas.' },
}

/** `asiakkaat` */
export const ListScreen = () => <EntityList register={register} tools={<ImportTool kind="asiakkaat" />} />
