import { Combobox, InputBase, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import classes from './order.module.css'
import { customerSearch } from './order-data.ts'

/** Finds a customer by name; for administrators, who order for somebody. */
export function CustomerSelect({ onChoose }: { onChoose: (id: string) => void }) {
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 200)
  const found = useQuery(customerSearch(asked))
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const { resetSelectedOption, selectFirstOption } = combobox
  useEffect(() => {
    if (asked !== '' && found.data) selectFirstOption()
    else resetSelectedOption()
  }, [asked, found.data, selectFirstOption, resetSelectedOption])
  const rows = found.data ?? []
  return (
    <Combobox
      store={combobox}
      shadow="md"
      withinPortal={false}
      onOptionSubmit={(id) => {
        combobox.closeDropdown()
        onChoose(id)
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
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label="Asiakkaat" mah={360} style={{ overflowY: 'auto' }}>
          {rows.length === 0 && <Combobox.Empty>{found.isPending ? 'Haetaan…' : 'Asiakasta ei löydy.'}</Combobox.Empty>}
          {rows.map(({ id, name, tunniste }) => (
            <Combobox.Option key={id} value={id} className={classes.option}>
              <span className={classes.optionText}>{name}</span>
              <span className={classes.optionDay}>{tunniste}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
