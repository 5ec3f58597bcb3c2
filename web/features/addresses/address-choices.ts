import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Filter } from '#domain/model/query/list-query.ts'
import { listQuery } from '#web/data/queries.ts'
import type { EntityRow } from '#web/data/row.ts'
import type { Choice } from '#web/kit/form/search-select.tsx'
import { addressOf, savedPlace } from './places.ts'

const maxOffered = 30
const maxChosen = 250

const choiceOf = (row: EntityRow<'postiosoite'>): Choice => ({
  value: row.id,
  label: [row.name, addressOf(savedPlace(row))].filter(Boolean).join(', ') || row.tunniste,
})

function useAddresses(filter: Filter<'postiosoite'>, limit: number, enabled: boolean) {
  const { data, isPlaceholderData, isLoading } = useQuery({
    ...listQuery('postiosoite', { filter, page: { limit } }),
    enabled,
    placeholderData: (before) => before,
  })
  return { choices: data?.rows.map(choiceOf) ?? [], isSearching: isPlaceholderData || isLoading }
}

/** A customer's addresses that match the typed text, and those already chosen. */
export function useAddressChoices(customer: string, chosen: readonly string[]) {
  const [typed, setTyped] = useState('')
  const named = useAddresses({ id: [...chosen] }, maxChosen, chosen.length > 0)
  const names = new Map(named.choices.map(({ value, label }) => [value, label]))
  // The name of a chosen address is not searched for: the first ones are offered instead.
  const isChosenText = chosen.some((id) => names.get(id) === typed)
  const [searched] = useDebouncedValue(isChosenText ? '' : typed.trim(), 200)
  const ofCustomer: Filter<'postiosoite'> = { 'asiakas.id': customer }
  const found = useAddresses(searched === '' ? ofCustomer : { all: [ofCustomer, { q: searched }] }, maxOffered, true)
  const data: Choice[] = [
    ...chosen.map((id) => ({ value: id, label: names.get(id) ?? '…' })),
    ...found.choices.filter(({ value }) => !chosen.includes(value)),
  ]
  return { data, setTyped, isSearching: found.isSearching || (!isChosenText && searched !== typed.trim()) }
}
