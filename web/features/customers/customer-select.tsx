import { Combobox, InputBase, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { list } from '#web/data/json-api.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import type { Part } from '#web/data/row.ts'
import classes from './customer-select.module.css'

const customerFields = { asiakas: ['name', 'tunniste'] } as const
type CustomerMatch = Part<'asiakas', typeof customerFields>

const customerSearch = (text: string) =>
  queryOptions({
    queryKey: queryKeys.list('asiakas', { haku: text }),
    queryFn: async ({ signal }): Promise<CustomerMatch[]> => {
      const filter = text === '' ? {} : { name: { operator: 'CONTAINS' as const, value: text } }
      const found = await list('asiakas', { filter, sort: ['name'], page: { limit: 20 }, fields: customerFields }, { signal })
      return found.rows
    },
    placeholderData: (before) => before,
  })

/** Finds a customer by name; for administrators. Takes the focus. */
export function CustomerSelect({ onChoose }: { onChoose: (customer: { id: string; name: string }) => void }) {
  const [typed, setTyped] = useState('')
  const [searched] = useDebouncedValue(typed.trim(), 200)
  const found = useQuery(customerSearch(searched))
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { resetSelectedOption, selectFirstOption } = combobox
  // Enter chooses the first result of this text, and nothing while the results of an earlier text are shown.
  const isSettled = typed.trim() === searched && !found.isPlaceholderData
  useEffect(() => {
    if (searched !== '' && isSettled && found.data) selectFirstOption()
    else resetSelectedOption()
  }, [searched, isSettled, found.data, selectFirstOption, resetSelectedOption])
  const rows = found.data ?? []
  return (
    <Combobox
      store={combobox}
      shadow="md"
      withinPortal={false}
      onOptionSubmit={(id) => {
        combobox.closeDropdown()
        const chosen = rows.find((row) => row.id === id)
        if (chosen) onChoose({ id, name: chosen.name })
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <InputBase
          ref={field}
          role="combobox"
          aria-autocomplete="list"
          label="Asiakas"
          placeholder="Hae nimellä"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            combobox.openDropdown()
          }}
          // Enter chooses here and never submits the surrounding form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {rows.length === 0 && (
          <Combobox.Empty role="status">
            {found.isPending ? 'Haetaan…' : found.isError ? 'Asiakkaita ei saatu.' : 'Asiakasta ei löydy.'}
          </Combobox.Empty>
        )}
        {/* Always rendered, as the field references it; a list that contains only a text would be reported as broken by screen readers. */}
        <Combobox.Options aria-label="Asiakkaat" mah={360} style={{ overflowY: 'auto' }} hidden={rows.length === 0}>
          {rows.map(({ id, name, tunniste }) => (
            <Combobox.Option key={id} value={id} className={classes.option}>
              <span className={classes.name}>{name}</span>
              <span className={classes.number}>{tunniste}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
