import { TextInput, type TextInputProps } from '@mantine/core'
import { parseTime } from '#domain/values/time/time.ts'
import { type TypedNumber, useTypedText } from './typed-number.ts'

/** Minutes after midnight as `9.30`. */
export const writeTime = (minutes: number): string => `${Math.floor(minutes / 60)}.${String(minutes % 60).padStart(2, '0')}`

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  /** Minutes after midnight; '' is none. */
  value?: TypedNumber
  onChange?: (minutes: TypedNumber) => void
}

/** A time of day, typed as `9.30`, `9:30` or `930`. */
export function TimeField({ value = '', onChange, error, onBlur, ...props }: Props) {
  const { text, unreadable, type, leave } = useTypedText({ value, empty: '', read: parseTime, write: writeTime })
  return (
    <TextInput
      placeholder="9.30"
      inputMode="decimal"
      autoComplete="off"
      {...props}
      error={error ?? (unreadable ? 'Kirjoita aika muodossa 9.30.' : undefined)}
      value={text}
      onChange={(event) => onChange?.(type(event.currentTarget.value))}
      onBlur={(event) => {
        leave()
        onBlur?.(event)
      }}
    />
  )
}
