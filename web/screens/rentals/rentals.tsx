import { linkOptions } from '@tanstack/react-router'
import { nextBillingDates } from '#domain/entities/rental/rental.calendar.ts'
import { shownDates } from '#domain/features/rentals/rentals.ts'
import type { EntityRow } from '#web/data/row.ts'
import { EntityList } from '#web/kit/entity/entity-list.tsx'
import type { Register } from '#web/kit/entity/register.ts'
import { formatDate } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'

/** The next day on which the rental is billed, unless all next dates are skipped. */
function nextDay(rental: EntityRow<'vuokraus'>): string {
  const dates = nextBillingDates(rental, nowSeconds(), shownDates)
  const next = dates.find(({ isSkipped }) => !isSkipped)
  if (next) return formatDate(next.day)
  return dates.length > 0 ? 'Keskeytetty' : '–'
}

export const register: Register<'vuokraus'> = {
  entity: 'vuokraus',
  title: 'Vuokraukset',
  newTitle: 'Uusi vuokraus',
  missingTitle: 'Vuokrausta ei löydy',
  list: linkOptions({ to: '/vuokraukset' }),
  page: (id) => linkOptions({ to: '/vuokraus/$id', params: { id } }),
  columns: [
    { field: 'asiakas', width: 200, grow: true },
    { field: 'tyyppi', width: 150 },
    { field: 'maara', width: 100, edit: true },
    { field: 'hinta', width: 110, edit: true },
    { added: 'seuraava', header: 'Seuraava laskutus', width: 160, show: nextDay },
    { field: 'hinta_total', header: 'Summa', width: 120 },
    { field: 'laskutuspaiva', width: 180, yields: 2 },
    { field: 'name', width: 150, grow: true, yields: 3, edit: true },
    { field: 'tila', width: 130, yields: 1 },
  ],
  tabs: [
    { value: 'aktiiviset', label: 'Aktiiviset', where: () => ({ tila: 'aktiivinen' }) },
    { value: 'kaikki', label: 'Kaikki', where: () => ({ all: [] }) },
    { value: 'arkistoidut', label: 'Arkistoidut', where: () => ({ tila: 'arkistoitu' }) },
  ],
  filters: [{ field: 'asiakas' }, { field: 'tyyppi' }, { field: 'laskutuspaiva' }],
  sort: ['asiakas.name', 'drupal_internal__id'],
  empty: { title: 'Vuokrauksia ei ole', text: 'Lisää vuokraus, niin sen tilaukset syntyvät laskutuspäivinä itsestään.' },
}

/** `vuokraukset` */
export const ListScreen = () => <EntityList register={register} />
