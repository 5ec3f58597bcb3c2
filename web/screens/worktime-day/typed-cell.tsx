import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { ParsedText } from './model/typed-times.ts'
import classes from './task-table.module.css'

type Props<T> = {
  label: string
  /** The value as text. */
  text: string
  read: (text: string) => ParsedText<T>
  onChange: (value: T) => void
  /** What is wrong with the typed text; null once it is a value. */
  onFault: (fault: string | null) => void
  /** A fault found by the server. */
  error?: React.ReactNode
  /** The path of the field in the form. */
  path: string
  placeholder?: string
}

/** A field whose value is applied while it is typed. A text that is no value stays, with what is wrong with it once the field is left. */
export function TypedCell<T>({ label, text, read, onChange, onFault, error, path, placeholder }: Props<T>) {
  const [typed, setTyped] = useState<{ text: string; fault: string | null } | null>(null)
  const [isInside, setIsInside] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const type = (next: string) => {
    if (next === text) {
      setTyped({ text: next, fault: null })
      onFault(null)
      return
    }
    const meant = read(next)
    setTyped({ text: next, fault: 'fault' in meant ? meant.fault : null })
    onFault('fault' in meant ? meant.fault : null)
    if ('value' in meant) onChange(meant.value)
  }
  const shown = isInside || typed?.fault ? typed : null
  return (
    <TextInput
      ref={input}
      className={classes.typed}
      classNames={{ input: classes.typedInput ?? '', error: classes.fault ?? '' }}
      size="xs"
      aria-label={label}
      data-path={path}
      inputMode="decimal"
      autoComplete="off"
      {...(placeholder === undefined ? {} : { placeholder })}
      value={shown?.text ?? text}
      error={(!isInside && typed?.fault) || error}
      onFocus={() => {
        setIsInside(true)
        input.current?.select()
      }}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => {
        setIsInside(false)
        if (!typed?.fault) setTyped(null)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
        if (event.key !== 'Escape' || !typed) return
        setTyped(null)
        onFault(null)
      }}
    />
  )
}
