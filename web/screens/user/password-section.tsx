import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { updateUserCall } from '#domain/calls/user.ts'
import { ask } from '../../data/api-call.ts'
import { CallFault } from '../../data/fault.ts'
import { NewPasswordField } from '../../kit/new-password-field.tsx'
import { useMarkTyping } from '../../kit/typing.ts'
import { endSession } from '../../session/session.ts'
import { Section } from '../../ui/section.tsx'
import { showDone } from '../../ui/undo-toast.tsx'
import { faultsByField, otherFault } from './field-faults.ts'

type Props = { id: string; owner: { name: string; mail: string }; own: boolean }

/** A new password: one's own by knowing the present one. It is no part of the form, whose drafts stay on the device. */
export function PasswordSection({ id, owner, own }: Props) {
  const [existing, setExisting] = useState('')
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  useMarkTyping(password !== '')

  async function save(event: FormEvent) {
    event.preventDefault()
    const missing = {
      ...(own && existing === '' ? { existing_password: 'Kirjoita nykyinen salasana.' } : {}),
      ...(password === '' ? { newPassword: 'Kirjoita uusi salasana.' } : {}),
    }
    setFaults(missing)
    if (busy || Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      await ask(updateUserCall, { id, newPassword: password, ...(own ? { existing_password: existing } : {}) }, { quiet: [422] })
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
      setFaults(faultsByField(failure, ['existing_password', 'newPassword']))
      return
    } finally {
      setBusy(false)
    }
    setExisting('')
    setPassword('')
    if (own) {
      showDone('Salasana on vaihdettu. Kirjaudu uudella salasanalla.')
      // The server has ended every session of the person, this one too.
      endSession('asked')
    } else showDone('Salasana on vaihdettu.')
  }

  return (
    <Section title="Salasana">
      <form onSubmit={(event) => void save(event)} noValidate aria-label="Salasanan vaihto">
        <Stack gap="sm">
          {/* Tells the browser's password store whose password it is. */}
          <input type="text" name="username" autoComplete="username" value={owner.name} readOnly hidden />
          {own && (
            <PasswordInput
              label="Nykyinen salasana"
              autoComplete="current-password"
              value={existing}
              error={faults.existing_password ?? null}
              onChange={(event) => setExisting(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': 'Näytä tai piilota nykyinen salasana', tabIndex: 0 }}
            />
          )}
          <NewPasswordField
            label="Uusi salasana"
            value={password}
            onChange={setPassword}
            owner={owner}
            error={faults.newPassword ?? null}
          />
          {faults[otherFault] && (
            <Text role="alert" c="var(--mantine-color-error)">
              {faults[otherFault]}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {own ? 'Vaihto kirjaa sinut ulos kaikilta laitteilta.' : 'Vaihto kirjaa käyttäjän ulos kaikilta laitteilta.'}
          </Text>
          <Button type="submit" variant="default" loading={busy} style={{ alignSelf: 'flex-start' }}>
            Vaihda salasana
          </Button>
        </Stack>
      </form>
    </Section>
  )
}
