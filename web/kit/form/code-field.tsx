import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'

type Props = {
  value: string
  onChange: (value: string) => void
  /** Only six digits will do, no recovery code. */
  numbers?: boolean
  /** It was sent empty. */
  missing: boolean
  error?: string | undefined
  size?: 'sm' | 'md'
}

/** The code of a second factor; takes the focus, since it is all that is asked. */
export function CodeField({ value, onChange, numbers = false, missing, error, size = 'sm' }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <TextInput
      ref={field}
      label="Vahvistuskoodi"
      name="totp"
      autoComplete="one-time-code"
      inputMode={numbers ? 'numeric' : 'text'}
      autoCapitalize="none"
      spellCheck={false}
      size={size}
      value={value}
      error={missing && value.trim() === '' ? 'Kirjoita vahvistuskoodi.' : error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
