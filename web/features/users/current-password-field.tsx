import { PasswordInput } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { value: string; onChange: (password: string) => void; error: ReactNode; description?: string; 'data-path'?: string }

/** The person's own password, required for actions that a stranger at an unlocked screen must not take (rules/sign-in.md#own-password). */
export function CurrentPasswordField({ onChange, ...props }: Props) {
  return (
    <PasswordInput
      label="Nykyinen salasana"
      autoComplete="current-password"
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': 'Näytä tai piilota nykyinen salasana', tabIndex: 0 }}
      {...props}
    />
  )
}
