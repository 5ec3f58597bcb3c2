import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { EntityName } from '#domain/model/registry.ts'
import { type Choice, SearchSelect } from '../../form/search-select.tsx'
import { type NamedRow, useMatchingRows, useRowNames } from './row-names.ts'

type Field = {
  entity: EntityName
  label: string
  error?: ReactNode
  readOnly?: boolean
  required?: boolean
  description?: ReactNode
  'data-path'?: string
}

/** The rows that match a text, and those already chosen. */
export function useRowChoices(entity: EntityName, chosen: readonly string[]) {
  const [typed, setTyped] = useState('')
  const names = useRowNames(entity, chosen)
  // The name of a chosen row is not searched for: the first rows are offered instead.
  const isChosenText = chosen.some((id) => names.get(id) === typed)
  const [searched] = useDebouncedValue(isChosenText ? '' : typed.trim(), 200)
  const { rows, isSearching } = useMatchingRows(entity, searched)
  const chosenRows: NamedRow[] = chosen.map((id) => ({ id, name: names.get(id) ?? '…' }))
  const all = [...chosenRows, ...rows.filter(({ id }) => !chosen.includes(id))]
  const data: Choice[] = all.map(({ id, name }) => ({ value: id, label: name }))
  return { data, setTyped, isSearching: isSearching || (!isChosenText && searched !== typed.trim()) }
}

// The server has filtered already, also by numbers, places or phones that the name does not contain.
export const asFound: NonNullable<ComponentProps<typeof SearchSelect>['filter']> = ({ options }) => options

/** A reference to a row of another entity, found by typing. */
export function OneField({ entity, value, onChange, ...field }: Field & { value: string | null; onChange: (id: string | null) => void }) {
  const { data, setTyped, isSearching } = useRowChoices(entity, value === null ? [] : [value])
  return (
    <SearchSelect
      {...field}
      data={data}
      value={value}
      onChange={onChange}
      onSearchChange={setTyped}
      isSearching={isSearching}
      filter={asFound}
      clearable={!field.required}
      clearButtonProps={{ 'aria-label': `${field.label}: poista valinta` }}
      placeholder={field.readOnly ? '–' : 'Hae'}
      nothingFoundMessage={isSearching ? 'Haetaan…' : 'Ei löytynyt'}
    />
  )
}

/** References to several rows of another entity. */
export function ManyField({ entity, value, onChange, ...field }: Field & { value: readonly string[]; onChange: (ids: string[]) => void }) {
  const { data, setTyped, isSearching } = useRowChoices(entity, value)
  return (
    <MultiSelect
      {...field}
      data={data}
      value={[...value]}
      onChange={onChange}
      searchable
      onSearchChange={setTyped}
      filter={asFound}
      hidePickedOptions
      placeholder={field.readOnly ? '' : 'Hae'}
      nothingFoundMessage={isSearching ? 'Haetaan…' : 'Ei löytynyt'}
    />
  )
}

/** The names of the rows that a relation refers to. */
export function RowNames({ entity, ids }: { entity: EntityName; ids: readonly string[] }) {
  const names = useRowNames(entity, ids)
  return ids.length === 0 ? '–' : ids.map((id) => names.get(id) ?? '…').join(', ')
}
