import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { lostPasswordCall, resetPasswordCall } from '#domain/calls/password-recovery.ts'
import { email } from '#domain/values/checks.ts'
import { ask } from '../../data/api-call.ts'
import { CallFault } from '../../data/fault.ts'
import { NewPasswordField } from '../../kit/new-password-field.tsx'
import { Page } from '../../kit/page.tsx'
import { currentSession, endSession } from '../../session/session.ts'
import { abandonSignIn } from '../../session/sign-in.ts'
import { signInMessage } from '../../session/sign-in-message.ts'
import { FaultNote } from '../../ui/fault-note.tsx'
import { showDone } from '../../ui/undo-toast.tsx'
import classes from './sign-in.module.css'

type LinkValues = { name: string; temp_pass: string }

/** The values that the mailed link carries behind its # (server/users/recovery-mail.ts). */
function readLink(hash: string): LinkValues | null {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const [name, temp_pass] = [values.get('name'), values.get('temp_pass')]
  return name && temp_pass ? { name, temp_pass } : null
}

/** `password-reset`: asks where to send a link; come by the link, asks the new password. */
export function PasswordResetScreen() {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const [link, setLink] = useState(() => readLink(hash))
  useEffect(() => {
    const fresh = readLink(hash)
    if (!fresh) return
    setLink(fresh)
    // Out of the address at once: it must not stay in the history or go along in a copied address.
    void navigate({ to: '/password-reset', hash: '', replace: true })
  }, [hash, navigate])
  return (
    <div className={classes.middle}>
      {link ? <NewPassword key={link.temp_pass} link={link} onAgain={() => setLink(null)} /> : <AskLink />}
    </div>
  )
}

/** What went wrong, in the words of SPEC section 8. */
const messageOf = ({ status, message }: CallFault): string => (status === 0 ? message : signInMessage(status, message))

const BackToLogin = () => (
  <Anchor component={Link} to="/login" className={classes.link}>
    Takaisin kirjautumiseen
  </Anchor>
)

const handled = [0, 400, 422, 429, 500, 503]

function AskLink() {
  const [mail, setMail] = useState('')
  const [sentTo, setSentTo] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    const typed = mail.trim()
    const checked = email(typed)
    setWrong(typed === '' ? 'Kirjoita sähköpostiosoite.' : 'fault' in checked ? checked.fault : null)
    if (busy || 'fault' in checked) return
    setBusy(true)
    setFault('')
    try {
      await ask(lostPasswordCall, { mail: typed }, { quiet: handled })
      setSentTo(typed)
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
      setSentTo('')
      if (failure.status === 422) setWrong(failure.message)
      else setFault(messageOf(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Page title="Unohditko salasanan?" width="narrow">
      <form className={classes.card} onSubmit={(event) => void send(event)} noValidate>
        <Stack gap="md">
          {fault && <FaultNote>{fault}</FaultNote>}
          {sentTo ? (
            <Alert color="brand" role="status" icon={<IconMailCheck size={20} aria-hidden />} title="Tarkista sähköpostisi">
              Jos osoite {sentTo} on käytössä, siihen on lähetetty linkki. Linkki on voimassa tunnin. Katso myös roskapostikansio.
            </Alert>
          ) : (
            <Text>Kirjoita sähköpostiosoitteesi, niin lähetämme linkin, josta voit valita uuden salasanan.</Text>
          )}
          <TextInput
            label="Sähköposti"
            name="email"
            type="email"
            autoComplete="email"
            size="md"
            value={mail}
            error={wrong}
            onChange={(event) => setMail(event.currentTarget.value)}
          />
          <Button type="submit" size="md" fullWidth loading={busy} variant={sentTo ? 'default' : 'filled'}>
            {sentTo ? 'Lähetä linkki uudelleen' : 'Lähetä linkki'}
          </Button>
          <BackToLogin />
        </Stack>
      </form>
    </Page>
  )
}

type NewPasswordProps = {
  link: LinkValues
  /** Asks for a new link, when this one will not do. */
  onAgain: () => void
}

function NewPassword({ link, onAgain }: NewPasswordProps) {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    setWrong(password === '' ? 'Kirjoita uusi salasana.' : null)
    if (busy || password === '') return
    setBusy(true)
    setFault('')
    try {
      await ask(resetPasswordCall, { ...link, new_pass: password }, { quiet: handled })
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
      if (failure.status === 422) setWrong(failure.message)
      else setFault(messageOf(failure))
      setBusy(false)
      return
    }
    showDone('Salasana on vaihdettu. Kirjaudu uudella salasanalla.')
    // The change has ended the person's sessions, this browser's too.
    if (currentSession()?.user.name === link.name) endSession('asked')
    // What login was about to say of an earlier session or try is of the old password.
    else if (!currentSession()) abandonSignIn()
    await navigate({ to: '/login', replace: true })
  }

  return (
    <Page title="Valitse uusi salasana" detail={link.name} width="narrow">
      <form className={classes.card} onSubmit={(event) => void save(event)} noValidate>
        <Stack gap="md">
          {fault && (
            <>
              <FaultNote>{fault}</FaultNote>
              <Button variant="default" size="md" fullWidth onClick={onAgain}>
                Lähetä linkki uudelleen
              </Button>
            </>
          )}
          {/* Tells the browser's password store whose password it is. */}
          <input type="text" name="username" autoComplete="username" value={link.name} readOnly hidden />
          <NewPasswordField
            label="Uusi salasana"
            size="md"
            value={password}
            onChange={setPassword}
            owner={{ name: link.name, mail: '' }}
            error={wrong}
          />
          <Button type="submit" size="md" fullWidth loading={busy}>
            Vaihda salasana
          </Button>
          <BackToLogin />
        </Stack>
      </form>
    </Page>
  )
}
