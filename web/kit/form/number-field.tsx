import { TextInput, type TextInputProps } from '@mantine/core'
import { parseNumber, writeNumber } from '#domain/values/number.ts'
import { numberFault, type TypedNumber, useTypedText } from './typed-number.ts'

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  /** '' is none. */
  value?: TypedNumber
  onChange?: (value: TypedNumber) => void
  /** Number of decimals accepted; a text with more is rejected rather than rounded. */
  decimals?: number
  /** Always shows all decimals: `12,50`. */
  fixed?: boolean
}

/** A number, typed with a comma or a point. */
export function NumberField({ value = '', onChange, decimals = 0, fixed = false, error, onBlur, ...props }: Props) {
  const { text, unreadable, type, leave } = useTypedText({
    value,
    empty: '',
    read: (text) => parseNumber(text, decimals),
    write: (number) => writeNumber(number, decimals, fixed),
  })
  return (
    <TextInput
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      {...props}
      error={error ?? (unreadable ? numberFault(value, decimals) : undefined)}
      value={text}
      onChange={(event) => onChange?.(type(event.currentTarget.value))}
      onBlur={(event) => {
        leave()
        onBlur?.(event)
      }}
    />
  )
}
