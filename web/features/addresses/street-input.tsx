import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { IconBookmark, IconMapPin } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { AddressSuggestion } from '#domain/features/addresses/addresses.ts'
import { useAddressSuggestions } from './address-suggestions.ts'
import classes from './street-input.module.css'

type Props = {
  label: string
  value: string
  onChange: (text: string) => void
  onPick: (suggestion: AddressSuggestion, typed: string) => void
  /** The customer whose saved addresses are suggested; null for all that the person may read. */
  asiakas: string | null
  error?: ReactNode
  readOnly?: boolean
  withAsterisk?: boolean
  onBlur?: () => void
  'data-path'?: string
}

const maxShown = 6

const sources: Record<AddressSuggestion['lahde'], string> = {
  tallennettu: 'Tallennettu osoite',
  karttapalvelu: 'Karttapalvelu',
  aiemmat: 'Katu tai paikkakunta omista osoitteista',
  postinumerot: 'Postinumero',
}

/** A text input for a street, with suggestions that may be ignored. */
export function StreetInput({ value, onChange, onPick, asiakas, readOnly = false, onBlur, ...field }: Props) {
  // Empty until the person types, and after a pick: an initial or picked value needs no suggestions.
  const [typed, setTyped] = useState('')
  const { found } = useAddressSuggestions(readOnly ? '' : typed, asiakas)
  const shown = found.slice(0, maxShown)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { openDropdown, closeDropdown } = combobox
  const hasShown = shown.length > 0
  useEffect(() => {
    if (typed !== '' && hasShown) openDropdown()
    else closeDropdown()
  }, [typed, hasShown, openDropdown, closeDropdown])
  const pick = (key: string) => {
    const suggestion = shown.find((found) => keyOf(found) === key)
    setTyped('')
    if (suggestion) onPick(suggestion, typed)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={pick} shadow="md" withinPortal={false}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...field}
          role="combobox"
          aria-autocomplete="list"
          autoComplete="off"
          readOnly={readOnly}
          value={value}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value)
            setTyped(currentTarget.value)
          }}
          onBlur={() => {
            setTyped('')
            onBlur?.()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!hasShown}>
        <Combobox.Options aria-label="Osoite-ehdotukset">
          {shown.map((suggestion) => (
            <Combobox.Option key={keyOf(suggestion)} value={keyOf(suggestion)} className={classes.option}>
              {suggestion.lahde === 'tallennettu' ? (
                <IconBookmark size={18} stroke={1.7} aria-hidden />
              ) : (
                <IconMapPin size={18} stroke={1.7} aria-hidden />
              )}
              <span className={classes.text}>
                <span>{suggestion.label}</span>
                <span className={classes.source}>{sources[suggestion.lahde]}</span>
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

const keyOf = ({ id, label }: AddressSuggestion): string => id || label
