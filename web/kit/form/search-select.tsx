import { Select, type SelectProps } from '@mantine/core'
import { type KeyboardEvent, useEffect, useState } from 'react'

export type Choice = { value: string; label: string }
type Props = Omit<SelectProps, 'searchable' | 'allowDeselect' | 'selectFirstOptionOnChange' | 'searchValue' | 'data'> & {
  data: readonly (Choice | { group: string; items: Choice[] })[]
  /** The options still belong to an earlier text. */
  isSearching?: boolean
}

/**
 * A choice among many: typing narrows the options, and Enter chooses the first that matches. Enter chooses nothing in an emptied
 * field or while `isSearching`, never takes the chosen option away, and does not submit a form around a half-typed choice.
 */
export function SearchSelect({ data, value = null, isSearching = false, onSearchChange, onKeyDownCapture, ...props }: Props) {
  const [search, setSearch] = useState('')
  const [highlighted, setHighlighted] = useState('')
  const options = data.flatMap((entry) => ('group' in entry ? entry.items : [entry]))
  // Mantine shows every option, not the matches, while the text is the chosen option's own.
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
      // Mantine's effect highlights among the new options, but its handler among those of the previous text: the property is on only for the
      // render after a change, which leaves the handler out.
      selectFirstOptionOnChange={shownKey !== highlighted && shownKey !== ''}
      onSearchChange={(text) => {
        setSearch(text)
        onSearchChange?.(text)
      }}
      // Mantine counts the position of the highlighted option apart from the highlight, and resets it with a timer when the list opens.
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
