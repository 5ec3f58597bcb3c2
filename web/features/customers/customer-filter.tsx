import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listQuery, oneQuery } from '#web/data/queries.ts'
import { SearchSelect } from '#web/kit/form/search-select.tsx'
import classes from '#web/kit/list/list-filters.module.css'
import { usePageSearch } from '#web/kit/page/page-search.ts'

/** Customers are too many to list: the server finds those that match what is typed. */
export function CustomerFilter({ name, label }: { name: string; label: string }) {
  const { search, set } = usePageSearch()
  const chosen = search[name] ?? ''
  const [typed, setTyped] = useState('')
  const [searched] = useDebouncedValue(typed, 200)
  const found = useQuery(
    listQuery('asiakas', {
      filter: searched ? { name: { operator: 'CONTAINS', value: searched } } : {},
      sort: ['name'],
      page: { limit: 30 },
      fields: { asiakas: ['name'] },
    }),
  )
  const one = useQuery({ ...oneQuery('asiakas', chosen, { fields: { asiakas: ['name'] } }), enabled: chosen !== '' })
  const rows = found.data?.rows ?? []
  const known = one.data && !rows.some(({ id }) => id === chosen) ? [one.data.row, ...rows] : rows
  return (
    <SearchSelect
      size="xs"
      radius="xl"
      className={classes.choice}
      classNames={{ input: classes.input }}
      aria-label={label}
      placeholder={label}
      clearable
      clearButtonProps={{ 'aria-label': `${label}: poista rajaus` }}
      nothingFoundMessage={found.isFetching ? 'Haetaan…' : found.isError ? 'Asiakkaita ei saatu' : 'Ei löytynyt'}
      comboboxProps={{ width: 280, position: 'bottom-start' }}
      data-on={chosen ? true : undefined}
      data={known.map(({ id, name: label }) => ({ value: id, label }))}
      // The server has filtered already. The chosen customer, which may not match, is offered only until something is typed.
      filter={({ options, search }) =>
        search === '' ? options : options.filter((option) => 'value' in option && rows.some(({ id }) => id === option.value))
      }
      isSearching={typed !== searched || !found.isSuccess || found.isPlaceholderData}
      onSearchChange={setTyped}
      value={chosen || null}
      onChange={(id) => set({ [name]: id ?? undefined })}
    />
  )
}
