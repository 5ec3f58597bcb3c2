import { Combobox, InputBase, useCombobox } from '@mantine/core'
import { IconClock, IconMapPin, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDay } from '../../kit/format.ts'
import classes from './order.module.css'
import { addressLine, matching, type Suggestion } from './place-suggestions.ts'

type Props = {
  label: string
  suggestions: readonly Suggestion[] | undefined
  autoFocus?: boolean
  onPick: (suggestion: Suggestion) => void
  /** None of them: the address is typed; the words so far begin it. */
  onType: (words: string) => void
}

const own = 'kirjoita'

/** Finds one of the customer's places by any of its words; the last choice is to type an address. */
export function PlacePicker({ label, suggestions, autoFocus = false, onPick, onType }: Props) {
  const [typed, setTyped] = useState('')
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const found = matching(suggestions ?? [], typed)
  const submit = (value: string) => {
    combobox.closeDropdown()
    const suggestion = found.find(({ key }) => key === value)
    if (suggestion) onPick(suggestion)
    else if (value === own) onType(typed.trim())
  }
  return (
    <Combobox store={combobox} onOptionSubmit={submit} shadow="md" withinPortal={false}>
      <Combobox.Target withExpandedAttribute>
        <InputBase
          role="combobox"
          aria-autocomplete="list"
          label={label}
          placeholder="Nimi, katu tai paikkakunta"
          autoComplete="off"
          data-autofocus={autoFocus || undefined}
          // The person has just asked for this field by pressing "Vaihda".
          ref={autoFocus ? (field: HTMLInputElement | null) => field?.focus() : undefined}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            combobox.openDropdown()
            combobox.selectFirstOption()
          }}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label="Osoite-ehdotukset">
          {suggestions === undefined && <Combobox.Empty>Haetaan osoitteita…</Combobox.Empty>}
          {suggestions !== undefined && found.length === 0 && (
            <Combobox.Empty>{typed ? 'Tallennettua osoitetta ei löytynyt.' : 'Ei vielä tallennettuja osoitteita.'}</Combobox.Empty>
          )}
          {found.map(({ key, place, saved, lastUsed }) => (
            <Combobox.Option key={key} value={key} className={classes.option}>
              {saved ? <IconMapPin size={18} stroke={1.7} aria-hidden /> : <IconClock size={18} stroke={1.7} aria-hidden />}
              <span className={classes.optionText}>
                {place.nimi && <strong>{place.nimi}</strong>}
                <span>{addressLine(place)}</span>
              </span>
              {lastUsed > 0 && <span className={classes.optionDay}>viimeksi {formatDay(lastUsed)}</span>}
            </Combobox.Option>
          ))}
          <Combobox.Option value={own} className={classes.option}>
            <IconPencil size={18} stroke={1.7} aria-hidden />
            <span className={classes.optionText}>{typed.trim() ? `Uusi osoite: ${typed.trim()}` : 'Kirjoita uusi osoite'}</span>
          </Combobox.Option>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
