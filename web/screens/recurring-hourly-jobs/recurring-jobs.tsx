import { linkOptions } from '@tanstack/react-router'
import { recurringTerms } from '#domain/entities/hourly/recurring.calendar.ts'
import { nextRunDays } from '#domain/values/time/run-days.ts'
import { weekdayNames } from '#domain/values/time/time.ts'
import type { EntityRow } from '#web/data/row.ts'
import { EntityList } from '#web/kit/entity/entity-list.tsx'
import type { Register } from '#web/kit/entity/register.ts'
import { useHolidays } from '#web/kit/form/holidays.ts'
import { formatDay } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'

function NextDay({ job }: { job: EntityRow<'tuntituote_toisto'> }) {
  const next = nextRunDays(recurringTerms(job), useHolidays(), nowSeconds()).find(({ isSkipped }) => !isSkipped)
  return next ? formatDay(next.day) : '–'
}

export const register: Register<'tuntituote_toisto'> = {
  entity: 'tuntituote_toisto',
  title: 'Sopimustuntityöt',
  newTitle: 'Uusi sopimustuntityö',
  missingTitle: 'Sopimustuntityötä ei löydy',
  removesOnPage: true,
  list: linkOptions({ to: '/sopimustuntityo' }),
  page: (id) => linkOptions({ to: '/sopimustuntityo/$id', params: { id } }),
  columns: [
    { field: 'asiakas', width: 200, grow: true },
    { field: 'name', width: 180, grow: true },
    {
      field: 'viikonpaivat',
      header: 'Päivät',
      width: 160,
      show: ({ viikonpaivat }) => viikonpaivat.map((day) => (weekdayNames[day] ?? '').slice(0, 2)).join(' '),
    },
    { added: 'seuraava', header: 'Seuraava', width: 110, show: (job) => <NextDay job={job} /> },
    { field: 'tuntituote_tyyppi', width: 160, yields: 2 },
    { field: 'tila', width: 120, yields: 1 },
  ],
  tabs: [
    { value: 'aktiiviset', label: 'Aktiiviset', where: () => ({ tila: 'aktiivinen' }) },
    { value: 'tauolla', label: 'Tauolla', where: () => ({ tila: 'odottaa' }) },
    { value: 'kaikki', label: 'Kaikki', where: () => ({ all: [] }) },
    { value: 'arkistoidut', label: 'Arkistoidut', where: () => ({ tila: 'arkistoitu' }) },
  ],
  filters: [{ field: 'asiakas' }],
  sort: ['asiakas.name', 'drupal_internal__id'],
  empty: { title: 'Sopimustuntitöitä ei ole', text: 'Lisää sopimustuntityö, niin sen tilaukset syntyvät etukäteen itsestään.' },
}

/** `sopimustuntityo` */
export const ListScreen = () => <EntityList register={register} />
