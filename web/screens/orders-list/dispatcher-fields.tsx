import { CustomerFilter } from '#web/features/customers/customer-filter.tsx'
import { DayRangeFilter } from '#web/kit/list/filters/day-range-filter.tsx'
import type { FilterField } from '#web/kit/list/filters/fit-filters.ts'
import { ChoiceFilter, FlagFilter } from '#web/kit/list/list-filters.tsx'
import type { Choice } from '../../kit/form/search-select.tsx'
import { dayNames, hasOneDay, stateChoices, type View } from './views.ts'

/** The names of all filters in the address, for the text of an empty list. */
export const filterNames = ['haku', 'paiva', 'loppu', 'asiakas', 'kuljettaja', 'auto', 'tila', 'myohassa']

type Choices = { view: View; drivers: readonly Choice[]; cars: readonly Choice[] }

/** The dispatcher's filters, those that are used most first. */
export const dispatcherFields = ({ view, drivers, cars }: Choices): FilterField[] => [
  ...(hasOneDay(view)
    ? []
    : [{ names: [dayNames.first, dayNames.last], label: 'Päivä', field: <DayRangeFilter names={dayNames} label="Päivä" /> }]),
  { names: ['asiakas'], label: 'Asiakas', field: <CustomerFilter name="asiakas" label="Asiakas" /> },
  { names: ['kuljettaja'], label: 'Kuljettaja', field: <ChoiceFilter name="kuljettaja" label="Kuljettaja" data={drivers} searchable /> },
  { names: ['auto'], label: 'Auto', field: <ChoiceFilter name="auto" label="Auto" data={cars} searchable /> },
  { names: ['tila'], label: 'Tila', field: <ChoiceFilter name="tila" label="Tila" data={stateChoices} /> },
  ...(view === 'myohassa' ? [] : [{ names: ['myohassa'], label: 'Myöhässä', field: <FlagFilter name="myohassa" label="Myöhässä" /> }]),
]
