import { linkOptions } from '@tanstack/react-router'
import { routeTerms } from '#domain/entities/route/route.calendar.ts'
import { nextRunDays } from '#domain/values/time/run-days.ts'
import { weekdayNames } from '#domain/values/time/time.ts'
import type { EntityRow } from '#web/data/row.ts'
import { EntityList } from '#web/kit/entity/entity-list.tsx'
import type { Register } from '#web/kit/entity/register.ts'
import { useHolidays } from '#web/kit/form/holidays.ts'
import { formatDay } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'

function NextRun({ route }: { route: EntityRow<'reitti'> }) {
  const next = nextRunDays(routeTerms(route), useHolidays(), nowSeconds()).find(({ isSkipped }) => !isSkipped)
  return next ? formatDay(next.day) : '–'
}

export const register: Register<'reitti'> = {
  entity: 'reitti',
  title: 'Reitit',
  newTitle: 'Uusi reitti',
  missingTitle: 'Reittiä ei löydy',
  removesOnPage: true,
  list: linkOptions({ to: '/reitit' }),
  page: (id) => linkOptions({ to: '/reitti/$id', params: { id } }),
  columns: [
    { field: 'name', width: 180, grow: true },
    { field: 'reittinro', width: 110 },
    {
      field: 'viikonpaivat',
      header: 'Päivät',
      width: 150,
      show: ({ viikonpaivat }) => viikonpaivat.map((day) => (weekdayNames[day] ?? '').slice(0, 2)).join(' '),
    },
    { added: 'seuraava', header: 'Seuraava ajo', width: 110, show: (route) => <NextRun route={route} /> },
    { field: 'kuljettaja', width: 160, grow: true, yields: 3 },
    { field: 'auto', width: 110, yields: 2 },
    { field: 'tila', width: 110, yields: 1 },
  ],
  tabs: [
    { value: 'aktiiviset', label: 'Aktiiviset', where: () => ({ tila: 'aktiivinen' }) },
    { value: 'kaikki', label: 'Kaikki', where: () => ({ all: [] }) },
    { value: 'arkistoidut', label: 'Arkistoidut', where: () => ({ tila: 'arkistoitu' }) },
  ],
  filters: [{ field: 'asiakkaat' }, { field: 'kuljettaja' }],
  sort: ['reittinro', 'drupal_internal__id'],
  empty: { title: 'Reittejä ei ole', text: 'Lisää reitti, niin sen tilaukset syntyvät etukäteen itsestään.' },
}

/** `reitit` */
export const ListScreen = () => <EntityList register={register} />
