import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { CodeField } from '#web/kit/form/code-field.tsx'
import { otherFault } from './field-faults.ts'

type Faults = Readonly<Record<string, string>>
type FrameProps = {
  action: string
  destructive?: boolean
  busy: boolean
  faults: Faults
  onBack: () => void
  onSubmit: () => void
  children: ReactNode
}

/** A field, its action, and a way back. */
function SmallForm({ action, destructive = false, busy, faults, onBack, onSubmit, children }: FrameProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  return (
    <form onSubmit={submit} noValidate aria-label={action}>
      <Stack gap="sm">
        {children}
        {faults[otherFault] && (
          <Text role="alert" c="var(--mantine-color-error)">
            {faults[otherFault]}
          </Text>
        )}
        <Group gap="sm">
          <Button type="submit" loading={busy} {...(destructive ? { color: 'red' } : {})}>
            {action}
          </Button>
          <Button variant="default" onClick={onBack}>
            Takaisin
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type CodeFormProps = Pick<FrameProps, 'action' | 'destructive' | 'busy' | 'faults' | 'onBack'> & {
  /** Accepts six digits only, no recovery code. */
  numbers?: boolean
  onCode: (code: string) => void
}

export function CodeForm({ numbers = false, onCode, ...frame }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const submit = () => {
    setMissing(code.trim() === '')
    if (code.trim() !== '') onCode(code.trim())
  }
  return (
    <SmallForm {...frame} onSubmit={submit}>
      <CodeField numbers={numbers} value={code} onChange={setCode} missing={missing} error={frame.faults.koodi} />
    </SmallForm>
  )
}

type PasswordFormProps = Pick<FrameProps, 'busy' | 'faults' | 'onBack'> & { onPassword: (password: string) => void }

/** Confirms that it is the person themselves, not a stranger at an unlocked screen. */
export function PasswordForm({ onPassword, ...frame }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const submit = () => {
    setMissing(password === '')
    if (password !== '') onPassword(password)
  }
  return (
    <SmallForm action="Jatka" {...frame} onSubmit={submit}>
      <PasswordInput
        label="Salasanasi"
        description="Varmistamme, että asialla olet sinä."
        autoComplete="current-password"
        value={password}
        error={missing && password === '' ? 'Kirjoita salasanasi.' : frame.faults.existing_password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Näytä tai piilota salasanasi', tabIndex: 0 }}
        data-autofocus
      />
    </SmallForm>
  )
}
