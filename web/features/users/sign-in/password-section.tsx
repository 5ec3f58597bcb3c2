import { Button, Stack, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { lostPasswordCall } from '#domain/features/users/password-recovery.ts'
import { updateUserCall } from '#domain/features/users/user.ts'
import { callApi } from '#web/data/api-call.ts'
import { CallFault } from '#web/data/fault.ts'
import { useAction } from '#web/data/use-action.ts'
import { CurrentPasswordField } from '#web/features/users/current-password-field.tsx'
import { NewPasswordField } from '#web/features/users/new-password-field.tsx'
import { useOwnPassword } from '#web/features/users/own-password.tsx'
import { useMarkTyping } from '#web/kit/form/typing.ts'
import { endSession } from '#web/session/session.ts'
import { Section } from '#web/ui/section.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import { faultsByField, otherFault } from './field-faults.ts'

type Props = {
  id: string
  /** The sign-in name. */
  name: string
  mail: string
  ownTexts: readonly string[]
  own: boolean
}

/** A new password; one's own requires the current one. Not part of the form, whose drafts are stored on the device. */
export function PasswordSection({ id, name, mail, ownTexts, own }: Props) {
  const [existing, setExisting] = useState('')
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const { confirmed, dialog } = useOwnPassword()
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
      const change = (confirmation: { existing_password?: string }) =>
        callApi(updateUserCall, { id, newPassword: password, ...confirmation }, { quiet: [422, 503] })
      const done = own ? await change({ existing_password: existing }) : await confirmed(change)
      if (done === null) return
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
      // The server has ended all sessions of the person, including this one. The end of a session clears the toasts, so it comes first.
      endSession('requested')
      showDone('Salasana on vaihdettu. Kirjaudu uudella salasanalla.')
    } else showDone('Salasana on vaihdettu.')
  }

  return (
    <Section title="Salasana">
      <form onSubmit={(event) => void save(event)} noValidate aria-label="Salasanan vaihto">
        <Stack gap="sm">
          {/* Tells the browser's password manager whose password it is. */}
          <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
          {own && <CurrentPasswordField value={existing} error={faults.existing_password ?? null} onChange={setExisting} />}
          <NewPasswordField
            label="Uusi salasana"
            value={password}
            onChange={setPassword}
            ownTexts={ownTexts}
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
      {!own && <ResetByMail mail={mail} />}
      {dialog}
    </Section>
  )
}

/** Sends the person a link for choosing a new password. */
function ResetByMail({ mail }: { mail: string }) {
  const { run, isRunning } = useAction({
    mutationFn: () => callApi(lostPasswordCall, { mail }),
    onSuccess: () => showDone(`Linkki salasanan vaihtoon lähtee osoitteeseen ${mail}`),
  })
  return (
    <Button mt="sm" variant="default" loading={isRunning} leftSection={<IconMail size={18} aria-hidden />} onClick={() => run()}>
      Lähetä vaihtolinkki
    </Button>
  )
}
