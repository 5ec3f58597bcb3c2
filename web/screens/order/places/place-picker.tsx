import { Combobox, InputBase, useCombobox } from '@mantine/core'
import { IconClock, IconMapPin, IconPencil } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useAddressSuggestions } from '#web/features/addresses/address-suggestions.ts'
import { formatDay } from '#web/kit/format.ts'
import classes from '../order.module.css'
import {
  addressLine,
  matching,
  mergeSuggestions,
  type Suggestion,
  stillMatching,
  suggestionOf,
  withTypedStreet,
} from './place-suggestions.ts'

type Props = {
  label: string
  asiakas: string
  /** The customer's own places; undefined while they are being fetched. */
  suggestions: readonly Suggestion[] | undefined
  autoFocus?: boolean
  onPick: (suggestion: Suggestion) => void
  /** Called when an address is to be typed; the words typed so far fill its first field. */
  onType: (words: string) => void
}

const own = 'kirjoita'

/** Finds a place by any of its words, the customer's own ones first; the last choice is to type an address. */
export function PlacePicker({ label, asiakas, suggestions, autoFocus = false, onPick, onType }: Props) {
  const [typed, setTyped] = useState('')
  const { found: answered, isSettled } = useAddressSuggestions(typed, asiakas)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const field = useRef<HTMLInputElement>(null)
  // Enter must not choose a result of an earlier text that does not match the newest one.
  const fromServer = answered.map(suggestionOf)
  const found = mergeSuggestions(matching(suggestions ?? [], typed), isSettled ? fromServer : stillMatching(fromServer, typed))

  const { selectFirstOption, dropdownOpened, openDropdown } = combobox
  useEffect(() => {
    if (!autoFocus) return
    field.current?.focus()
    openDropdown()
  }, [autoFocus, openDropdown])
  // Enter chooses the highlighted option; the list must not change under it.
  const first = found[0]?.key ?? own
  useEffect(() => {
    if (dropdownOpened && first) selectFirstOption()
  }, [dropdownOpened, first, selectFirstOption])

  const submit = (value: string) => {
    combobox.closeDropdown()
    const suggestion = found.find(({ key }) => key === value)
    if (suggestion) onPick(withTypedStreet(suggestion, typed))
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
          data-place-picker
          ref={field}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            combobox.openDropdown()
            combobox.selectFirstOption()
          }}
          // A focus without a previous element is set by the page as it opens: the list must not cover the page then.
          onFocus={(event) => event.relatedTarget && combobox.openDropdown()}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !dropdownOpened) combobox.openDropdown()
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label="Osoite-ehdotukset">
          {suggestions === undefined && <Combobox.Empty>Haetaan osoitteita…</Combobox.Empty>}
          {suggestions !== undefined && found.length === 0 && (
            <Combobox.Empty>{typed ? 'Osoitetta ei löytynyt.' : 'Ei vielä tallennettuja osoitteita.'}</Combobox.Empty>
          )}
          {found.map(({ key, place, lastUsed }) => (
            <Combobox.Option key={key} value={key} className={classes.option}>
              {lastUsed > 0 ? <IconClock size={18} stroke={1.7} aria-hidden /> : <IconMapPin size={18} stroke={1.7} aria-hidden />}
              <span className={classes.optionText}>
                {place.nimi && <strong>{place.nimi}</strong>}
                <span>{addressLine(place)}</span>
              </span>
              {lastUsed > 0 && <span className={classes.optionDay}>viimeksi {formatDay(lastUsed).split(' ')[1]}</span>}
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
