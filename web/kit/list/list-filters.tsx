import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Choice } from '../form/search-select.tsx'
import { SearchSelect } from '../form/search-select.tsx'
import { usePageKeys } from '../page/page-keys.ts'
import { usePageSearch } from '../page/page-search.ts'
import classes from './list-filters.module.css'

// The filter fields above a list. Each keeps its value in the address under `name`.

type TextProps = { name: string; label: string }

/** `/` focuses the field; Enter leaves it for the keys of the list, and so does Esc, which clears it. */
export function TextFilter({ name, label }: TextProps) {
  const { search, set } = usePageSearch()
  const stored = search[name] ?? ''
  const [typed, setTyped] = useState(stored)
  const field = useRef<HTMLInputElement>(null)
  const last = useRef(stored)
  const store = useDebouncedCallback((text: string) => {
    last.current = text.trim()
    set({ [name]: text.trim() })
  }, 250)
  useEffect(() => {
    // Only a value that came from elsewhere (a link, "Tyhjennä") replaces what is being typed.
    if (stored !== last.current) setTyped(stored)
    last.current = stored
  }, [stored])
  const focus = () => field.current?.focus()
  // On a Finnish keyboard `/` is typed with shift.
  usePageKeys([
    ['/', focus],
    ['shift+/', focus],
  ])
  return (
    <TextInput
      ref={field}
      type="search"
      maxLength={100}
      size="xs"
      radius="xl"
      className={classes.text}
      classNames={{ input: classes.input }}
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        store(event.currentTarget.value)
      }}
      onKeyDown={({ key }) => (key === 'Escape' || key === 'Enter') && field.current?.blur()}
    />
  )
}

type ChoiceProps = {
  name: string
  label: string
  data: readonly Choice[]
  /** There are many options: typing narrows them. */
  searchable?: boolean
}

export function ChoiceFilter({ name, label, data, searchable = false }: ChoiceProps) {
  const { search, set } = usePageSearch()
  const value = search[name] ?? null
  const Field = searchable ? SearchSelect : Select
  return (
    <Field
      size="xs"
      radius="xl"
      className={classes.choice}
      classNames={{ input: classes.input }}
      aria-label={label}
      placeholder={label}
      clearable
      clearButtonProps={{ 'aria-label': `${label}: poista rajaus` }}
      nothingFoundMessage="Ei löytynyt"
      comboboxProps={{ width: 240, position: 'bottom-start' }}
      data-on={value ? true : undefined}
      data={[...data]}
      value={value}
      onChange={(chosen) => set({ [name]: chosen ?? undefined })}
    />
  )
}

/** On or off: `1` in the address when it is on. */
export function FlagFilter({ name, label }: { name: string; label: string }) {
  const { search, set } = usePageSearch()
  const on = search[name] === '1'
  return (
    <button
      type="button"
      className={`${classes.flag} ${classes.input}`}
      aria-pressed={on}
      data-on={on || undefined}
      onClick={() => set({ [name]: on ? undefined : '1' })}
    >
      {label}
    </button>
  )
}

/**
 * Which of a list's filters, by their names in the address, are active. `clear` is shown beside their fields when several are
 * active; `nothing` is the text of an empty list about its `rows` (in the partitive), null when no filter is active.
 */
export function useNarrowing(names: readonly string[], rows = 'tilauksia') {
  const { search, set } = usePageSearch()
  const on = names.filter((name) => search[name])
  const clear = () => set(Object.fromEntries(on.map((name) => [name, undefined])))
  return {
    clear: on.length > 1 && (
      <Button variant="subtle" size="compact-sm" onClick={clear}>
        Tyhjennä
      </Button>
    ),
    nothing: (text: string) =>
      on.length === 0
        ? null
        : {
            title: `Rajauksilla ei löytynyt ${rows}`,
            text,
            action: (
              <Button variant="default" onClick={clear}>
                Poista rajaukset
              </Button>
            ),
          },
  }
}
