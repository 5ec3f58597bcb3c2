import { Button, Select, type SelectProps, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { listQuery, oneQuery } from '../data/queries.ts'
import { DateField } from './date-field.tsx'
import classes from './list-filters.module.css'
import { usePageKeys } from './page-keys.ts'
import { dayFrom, usePageSearch } from './page-search.ts'
import type { Typed } from './typed.ts'

// The fields that stand over a list. Each keeps its value in the address under `name`.

type TextProps = { name: string; label: string }

/** `/` comes here; Esc leaves. */
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
    // Only what came from elsewhere (a link, "Tyhjennä"): what is being typed stands.
    if (stored !== last.current) setTyped(stored)
    last.current = stored
  }, [stored])
  const focus = () => field.current?.focus()
  // On a Finnish keyboard it is typed with shift.
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
      onKeyDown={(event) => event.key === 'Escape' && field.current?.blur()}
    />
  )
}

type ChoiceProps = Omit<SelectProps, 'value' | 'onChange' | 'label' | 'size' | 'radius'> & { name: string; label: string }

export function ChoiceFilter({ name, label, ...props }: ChoiceProps) {
  const { search, set } = usePageSearch()
  const value = search[name] ?? null
  return (
    <Select
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
      {...props}
      value={value}
      onChange={(chosen) => set({ [name]: chosen ?? undefined })}
    />
  )
}

export function DayFilter({ name, label }: { name: string; label: string }) {
  const { search, set } = usePageSearch()
  const value = dayFrom(search[name])
  /** What is typed and no day: the address has no place for it. */
  const [unread, setUnread] = useState('')
  const choose = (day: Typed) => {
    setUnread(typeof day === 'string' ? day : '')
    set({ [name]: typeof day === 'string' || day === 0 ? undefined : String(day) })
  }
  return (
    <DateField
      size="xs"
      radius="xl"
      className={classes.choice}
      classNames={{ input: classes.input }}
      aria-label={label}
      placeholder={label}
      clearButtonProps={{ 'aria-label': `${label}: poista rajaus` }}
      data-on={value ? true : undefined}
      value={unread || value}
      onChange={choose}
    />
  )
}

/**
 * Which of a list's filters, by their names in the address, narrow it. `clear` stands beside their fields, where there are several to
 * take away; `nothing` is what an empty list says then, null when nothing narrows it.
 */
export function useNarrowing(names: readonly string[]) {
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
            title: 'Rajauksilla ei löytynyt tilauksia',
            text,
            action: (
              <Button variant="default" onClick={clear}>
                Poista rajaukset
              </Button>
            ),
          },
  }
}

/** Customers are too many to list: the server finds those that match what is typed. */
export function CustomerFilter({ name, label }: { name: string; label: string }) {
  const { search, set } = usePageSearch()
  const chosen = search[name] ?? ''
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed, 200)
  const found = useQuery(
    listQuery('asiakas', {
      filter: asked ? { name: { operator: 'CONTAINS', value: asked } } : {},
      sort: ['name'],
      page: { limit: 30 },
      fields: { asiakas: ['name'] },
    }),
  )
  const one = useQuery({ ...oneQuery('asiakas', chosen, { fields: { asiakas: ['name'] } }), enabled: chosen !== '' })
  const rows = found.data?.rows ?? []
  const known = one.data && !rows.some(({ id }) => id === chosen) ? [one.data.row, ...rows] : rows
  return (
    <Select
      size="xs"
      radius="xl"
      className={classes.choice}
      classNames={{ input: classes.input }}
      aria-label={label}
      placeholder={label}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${label}: poista rajaus` }}
      nothingFoundMessage={found.isFetching ? 'Haetaan…' : found.isError ? 'Asiakkaita ei saatu' : 'Ei löytynyt'}
      comboboxProps={{ width: 280, position: 'bottom-start' }}
      data-on={chosen ? true : undefined}
      data={known.map(({ id, name: label }) => ({ value: id, label }))}
      // The server has matched; what is shown as chosen must not narrow the list.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={chosen || null}
      onChange={(id) => set({ [name]: id ?? undefined })}
    />
  )
}
