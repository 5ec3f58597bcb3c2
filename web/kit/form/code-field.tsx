import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'

type Props = {
  value: string
  onChange: (value: string) => void
  /** Accepts six digits only, no recovery code. */
  numbers?: boolean
  /** The form was submitted with an empty code. */
  missing: boolean
  error?: string | undefined
  size?: 'sm' | 'md'
}

/** The code of a second factor; takes the focus, since it is the only field. */
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
