import { orderTypes } from '#domain/entities/order/order.states.ts'
import { missingLabels } from '#domain/features/invoicing/missing-for-invoice.ts'
import { CustomerFilter } from '#web/features/customers/customer-filter.tsx'
import { DayRangeFilter } from '#web/kit/list/filters/day-range-filter.tsx'
import type { FilterField } from '#web/kit/list/filters/fit-filters.ts'
import { ChoiceFilter, TextFilter } from '#web/kit/list/list-filters.tsx'
import { deliveryDays, type View } from './uninvoiced-query.ts'

const choicesOf = (labels: Readonly<Record<string, string>>) => Object.entries(labels).map(([value, label]) => ({ value, label }))
const types = choicesOf(orderTypes)
const missing = choicesOf(missingLabels)

/** The names of all filters in the address, for the text of an empty list. */
export const filterNames = ['haku', 'asiakas', deliveryDays.first, deliveryDays.last, 'tyyppi', 'puute']

export const searchField = <TextFilter name="haku" label="Hae asiakasta, tilausta, viitettä" />

const days: FilterField = {
  names: [deliveryDays.first, deliveryDays.last],
  label: 'Toimitettu',
  field: <DayRangeFilter names={deliveryDays} label="Toimitettu" />,
}
const others: readonly FilterField[] = [
  { names: ['asiakas'], label: 'Asiakas', field: <CustomerFilter name="asiakas" label="Asiakas" /> },
  days,
  { names: ['tyyppi'], label: 'Tyyppi', field: <ChoiceFilter name="tyyppi" label="Tyyppi" data={types} /> },
]
const all: readonly FilterField[] = [
  ...others,
  { names: ['puute'], label: 'Puute', field: <ChoiceFilter name="puute" label="Puute" data={missing} /> },
]

/** The filters of the list, those that are used most first; nothing lacks in the view of those that are ready. */
export const fieldsOf = (view: View): readonly FilterField[] => (view === 'valmiit' ? others : all)
