import { TextInput, type TextInputProps } from '@mantine/core'
import { minuteForms } from '#domain/values/time/minutes.ts'
import { type TypedNumber, useTypedText } from './typed-number.ts'

/** Minutes after midnight as `9.30`. */
export const writeTime = minuteForms.timeOfDay.write

/** A time of day, typed as `9.30`, `9:30` or `930`, or a length, typed as `8 h 30 min`, `8.30` or `8`. */
export type MinutesForm = keyof typeof minuteForms

/** Why a typed text is not such a value, in Finnish; null when it is, or is empty. */
export const minutesFault = (form: MinutesForm, typed: string): string | null =>
  typed.trim() === '' || minuteForms[form].parse(typed) !== null ? null : minuteForms[form].fault

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'form'> & {
  /** Minutes; '' is none. */
  value?: TypedNumber
  onChange?: (minutes: TypedNumber) => void
}

/** Minutes as people write them. */
export function MinutesField({ form, value = '', onChange, error, onBlur, ...props }: Props & { form: MinutesForm }) {
  const { write, parse: read, fault, placeholder } = minuteForms[form]
  const { text, unreadable, type, leave } = useTypedText({ value, empty: '', read, write })
  return (
    <TextInput
      placeholder={placeholder}
      inputMode={form === 'timeOfDay' ? 'decimal' : 'text'}
      autoComplete="off"
      {...props}
      error={error ?? (unreadable ? fault : undefined)}
      value={text}
      onChange={(event) => onChange?.(type(event.currentTarget.value))}
      onBlur={(event) => {
        leave()
        onBlur?.(event)
      }}
    />
  )
}

/** A time of day in minutes after midnight. */
export const TimeField = (props: Props) => <MinutesField {...props} form="timeOfDay" />
