import { Select, type SelectProps } from '@mantine/core'
import { type KeyboardEvent, useEffect, useState } from 'react'

export type Choice = { value: string; label: string }
type Props = Omit<SelectProps, 'searchable' | 'allowDeselect' | 'selectFirstOptionOnChange' | 'searchValue' | 'data'> & {
  data: readonly (Choice | { group: string; items: Choice[] })[]
  /** The options are still those of an earlier text. */
  isSearching?: boolean
}

/**
 * A choice among many: typing narrows the options, and Enter chooses the first match. Enter chooses nothing in an emptied
 * field or while `isSearching`, never clears the chosen option, and does not submit the form around the field.
 */
export function SearchSelect({ data, value = null, isSearching = false, onSearchChange, onKeyDownCapture, ...props }: Props) {
  const [search, setSearch] = useState('')
  const [highlighted, setHighlighted] = useState('')
  const options = data.flatMap((entry) => ('group' in entry ? entry.items : [entry]))
  // While the text equals the chosen option, Mantine shows every option instead of the matches.
  const isTyped = search.trim() !== '' && search !== options.find((option) => option.value === value)?.label
  // Options may arrive after the text.
  const shownKey = isTyped && !isSearching ? [search, ...options.map((option) => option.value)].join('\n') : ''
  useEffect(() => setHighlighted(shownKey), [shownKey])
  return (
    <Select
      {...props}
      data={[...data]}
      value={value}
      searchable
      allowDeselect={false}
      // Mantine's effect highlights among the new options, but its handler among those of the previous text: the property is set only for the
      // render after a change, so that the handler does not run with it.
      selectFirstOptionOnChange={shownKey !== highlighted && shownKey !== ''}
      onSearchChange={(text) => {
        setSearch(text)
        onSearchChange?.(text)
      }}
      // Mantine stores the highlighted position separately from the highlight, and resets it with a timer when the list opens.
      onKeyDownCapture={(event: KeyboardEvent<HTMLInputElement>) => {
        onKeyDownCapture?.(event)
        if (event.key !== 'Enter' || !isTyped || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '')
        list?.querySelector<HTMLElement>('[data-combobox-selected]')?.click()
      }}
    />
  )
}
