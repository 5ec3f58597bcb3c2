import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { parseTime } from '#domain/values/time.ts'

/** Minutes after midnight as `9.30`. */
export const writeTime = (minutes: number): string => `${Math.floor(minutes / 60)}.${String(minutes % 60).padStart(2, '0')}`

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  /** Minutes after midnight; null is none. */
  value?: number | null
  onChange?: (minutes: number | null) => void
}

/** A time of day, typed as `9.30`, `9:30` or `930`. */
export function TimeField({ value = null, onChange, error, onBlur, ...props }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const unreadable = typed !== null && typed.trim() !== '' && parseTime(typed) === null
  return (
    <TextInput
      placeholder="9.30"
      inputMode="decimal"
      maxLength={5}
      {...props}
      error={error ?? (unreadable && typed.length >= 4 ? 'Kirjoita aika muodossa 9.30.' : undefined)}
      value={typed ?? (value === null ? '' : writeTime(value))}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        onChange?.(text.trim() === '' ? null : parseTime(text))
      }}
      onBlur={(event) => {
        if (!unreadable) setTyped(null)
        onBlur?.(event)
      }}
    />
  )
}
