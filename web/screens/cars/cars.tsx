import { linkOptions } from '@tanstack/react-router'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { InspectionDay, soonDays } from '#web/features/cars/inspection-day.tsx'
import { EntityList } from '#web/kit/entity/entity-list.tsx'
import type { Register } from '#web/kit/entity/register.ts'
import { Plate } from '#web/ui/badges/plate.tsx'

export const register: Register<'auto'> = {
  entity: 'auto',
  title: 'Autot',
  newTitle: 'Uusi auto',
  missingTitle: 'Autoa ei löydy',
  list: linkOptions({ to: '/autot' }),
  page: (id) => linkOptions({ to: '/auto/$id', params: { id } }),
  columns: [
    { field: 'rekisterinumero', width: 130, show: (car) => <Plate>{car.rekisterinumero}</Plate> },
    { field: 'name', grow: true },
    { field: 'seuraava_katsastus', width: 250, show: (car) => <InspectionDay day={car.seuraava_katsastus} /> },
    'kustannuspaikka',
    { field: 'mapon_id', yields: 1 },
  ],
  filters: [
    {
      name: 'katsastus',
      label: 'Katsastus',
      choices: {
        myohassa: {
          label: 'Myöhässä',
          where: (now) => ({
            all: [{ seuraava_katsastus: { operator: '>', value: 0 } }, { seuraava_katsastus: { operator: '<', value: startOfDay(now) } }],
          }),
        },
        pian: {
          label: `Alle ${soonDays} päivää`,
          where: (now) => ({ seuraava_katsastus: { operator: 'BETWEEN', value: [startOfDay(now), addDays(now, soonDays)] } }),
        },
        puuttuu: { label: 'Päivä puuttuu', where: () => ({ seuraava_katsastus: 0 }) },
      },
    },
  ],
  sort: ['rekisterinumero'],
  empty: { title: 'Autoja ei ole', text: 'Lisää ensimmäinen auto.' },
}

/** `autot` */
export const ListScreen = () => <EntityList register={register} />
