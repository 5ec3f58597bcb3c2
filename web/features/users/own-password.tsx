import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { CallFault } from '#web/data/fault.ts'
import { useAction } from '#web/data/use-action.ts'

type Confirmation = { existing_password?: string }
type Pending = {
  /** Throws the fault when the password was wrong; any other outcome is handled by the pending work. */
  attempt: (password: string) => Promise<void>
  cancel: () => void
}
type OwnPassword = {
  /** Does the work, with the person's own password when the server requires it; null when they cancelled. */
  confirmed: <R>(work: (confirmation: Confirmation) => Promise<R>) => Promise<R | null>
  dialog: ReactNode
}

const passwordFault = (failure: unknown): string | null =>
  failure instanceof CallFault && failure.status === 422
    ? (failure.errors.find(({ pointer }) => pointer?.endsWith('/existing_password'))?.detail ?? null)
    : null

/**
 * For actions that require the person's own password (rules/sign-in.md#own-password). The server decides which calls require it:
 * the call is made first without a password, and repeated with it if it is rejected.
 */
export function useOwnPassword(): OwnPassword {
  const [pending, setPending] = useState<Pending | null>(null)

  async function confirmed<R>(work: (confirmation: Confirmation) => Promise<R>): Promise<R | null> {
    try {
      return await work({})
    } catch (failure) {
      if (passwordFault(failure) === null) throw failure
    }
    return new Promise<R | null>((resolve, reject) => {
      setPending({
        async attempt(existing_password) {
          try {
            resolve(await work({ existing_password }))
          } catch (failure) {
            if (passwordFault(failure) !== null) throw failure
            reject(failure)
          }
          setPending(null)
        },
        cancel() {
          setPending(null)
          resolve(null)
        },
      })
    })
  }
  return { confirmed, dialog: pending && <PasswordDialog pending={pending} /> }
}

function PasswordDialog({ pending }: { pending: Pending }) {
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const { run: confirm, isRunning } = useAction({
    mutationFn: () => pending.attempt(password),
    onFault: (failure) => setFault(passwordFault(failure)),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    // In React's tree the dialog is inside the page's form, which must not be submitted.
    event.stopPropagation()
    if (password === '') {
      setFault('Kirjoita oma salasanasi.')
      return
    }
    confirm()
  }

  return (
    <Modal opened onClose={pending.cancel} title="Vahvista salasanallasi" size="md">
      <form onSubmit={submit} noValidate aria-label="Oman salasanan vahvistus">
        <Stack gap="md">
          <Text>Muutos vaikuttaa siihen, kuka pääsee kirjautumaan. Vahvista se omalla salasanallasi.</Text>
          <PasswordInput
            label="Oma salasanasi"
            autoComplete="current-password"
            value={password}
            error={fault}
            data-autofocus
            onChange={(event) => {
              setPassword(event.currentTarget.value)
              setFault(null)
            }}
            visibilityToggleButtonProps={{ 'aria-label': 'Näytä tai piilota oma salasana', tabIndex: 0 }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={pending.cancel}>
              Peruuta
            </Button>
            <Button type="submit" loading={isRunning}>
              Vahvista
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
