import '../../ui/styles/all-styles.css'
import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { lostPasswordCall, resetPasswordCall } from '#domain/features/users/password-recovery.ts'
import { email } from '#domain/values/checks.ts'
import { useAction } from '#web/data/use-action.ts'
import { NewPasswordField } from '#web/features/users/new-password-field.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { callApi } from '../../data/api-call.ts'
import type { CallFault } from '../../data/fault.ts'
import { currentSession, endSession, type Session } from '../../session/session.ts'
import { abandonSignIn } from '../../session/sign-in.ts'
import { signInMessage } from '../../session/sign-in-message.ts'
import { FaultNote } from '../../ui/fault-note.tsx'
import { showDone } from '../../ui/undo-toast.tsx'
import { CompanyFrame } from './company-frame.tsx'
import classes from './sign-in.module.css'

type LinkValues = { name: string; temp_pass: string }

/** The values in the fragment of the mailed link (server/users/recovery-mail.ts). */
function readLink(hash: string): LinkValues | null {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const [name, temp_pass] = [values.get('name'), values.get('temp_pass')]
  return name && temp_pass ? { name, temp_pass } : null
}

/** `password-reset`: asks for the address to send a link to; opened by the link, asks for the new password. */
export function PasswordResetScreen() {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const [link, setLink] = useState(() => readLink(hash))
  useEffect(() => {
    const fresh = readLink(hash)
    if (!fresh) return
    setLink(fresh)
    // Removed from the address at once: the link must not stay in the history or be copied with the address.
    void navigate({ to: '/password-reset', hash: '', replace: true })
  }, [hash, navigate])
  return (
    <CompanyFrame>{link ? <NewPassword key={link.temp_pass} link={link} onAgain={() => setLink(null)} /> : <RequestLink />}</CompanyFrame>
  )
}

/** Why the request failed, in the sentences of rules/errors.md#sign-in-messages. */
const messageOf = ({ status, message }: CallFault): string => (status === 0 ? message : signInMessage(status, message))

const BackToLogin = () => (
  <Anchor component={Link} to="/login" className={classes.link}>
    Takaisin kirjautumiseen
  </Anchor>
)

const handled = [0, 400, 422, 429, 500, 503]

function RequestLink() {
  const [mail, setMail] = useState('')
  const [sentTo, setSentTo] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [fault, setFault] = useState('')
  const { run: sendLink, isRunning } = useAction({
    mutationFn: (address: string) => callApi(lostPasswordCall, { mail: address }, { quiet: handled }),
    onSuccess: (_, address) => setSentTo(address),
    onFault: (failure) => {
      setSentTo('')
      if (failure.status === 422) setWrong(failure.message)
      else setFault(messageOf(failure))
    },
  })

  function send(event: FormEvent) {
    event.preventDefault()
    const typed = mail.trim()
    const checked = email(typed)
    setWrong(typed === '' ? 'Kirjoita sähköpostiosoite.' : 'fault' in checked ? checked.fault : null)
    if (isRunning || 'fault' in checked) return
    setFault('')
    sendLink(typed)
  }

  return (
    <Page title="Unohditko salasanan?" width="narrow">
      <form className={classes.card} onSubmit={send} noValidate>
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
          <Button type="submit" size="md" fullWidth loading={isRunning} variant={sentTo ? 'default' : 'filled'}>
            {sentTo ? 'Lähetä linkki uudelleen' : 'Lähetä linkki'}
          </Button>
          <BackToLogin />
        </Stack>
      </form>
    </Page>
  )
}

/** Links contain the person's mail address; older ones the sign-in name. */
const isOf = (session: Session | null, named: string): boolean =>
  session !== null && [session.user.mail, session.user.name].some((own) => own.toLowerCase() === named.toLowerCase())

type NewPasswordProps = {
  link: LinkValues
  /** Called to request a new link when this one is not valid. */
  onAgain: () => void
}

function NewPassword({ link, onAgain }: NewPasswordProps) {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [fault, setFault] = useState('')
  const { run: change, isRunning } = useAction({
    mutationFn: () => callApi(resetPasswordCall, { ...link, new_pass: password }, { quiet: handled }),
    onSuccess: async () => {
      // The change has ended all sessions of the person, including this browser's.
      if (isOf(currentSession(), link.name)) endSession('requested')
      // Clears the sign-in page's message about an earlier session or attempt, which concerns the old password.
      else if (!currentSession()) abandonSignIn()
      // Shown after the end of the session, which clears toasts.
      showDone('Salasana on tallennettu. Kirjaudu sillä.')
      await navigate({ to: '/login', replace: true })
    },
    onFault: (failure) => {
      const ofPassword = failure.errors.find(({ pointer }) => pointer === '/new_pass')
      if (ofPassword) setWrong(ofPassword.detail)
      else setFault(messageOf(failure))
    },
  })

  function save(event: FormEvent) {
    event.preventDefault()
    setWrong(password === '' ? 'Kirjoita uusi salasana.' : null)
    if (isRunning || password === '') return
    setFault('')
    change()
  }

  return (
    <Page title="Valitse salasana" detail={link.name} width="narrow">
      <form className={classes.card} onSubmit={save} noValidate>
        <Stack gap="md">
          {fault && (
            <>
              <FaultNote>{fault}</FaultNote>
              <Button variant="default" size="md" fullWidth onClick={onAgain}>
                Lähetä linkki uudelleen
              </Button>
            </>
          )}
          {/* Tells the browser's password manager which user name the password belongs to. */}
          <input type="text" name="username" autoComplete="username" value={link.name} readOnly hidden />
          <NewPasswordField label="Uusi salasana" size="md" value={password} onChange={setPassword} ownTexts={[link.name]} error={wrong} />
          <Button type="submit" size="md" fullWidth loading={isRunning}>
            Tallenna salasana
          </Button>
          <BackToLogin />
        </Stack>
      </form>
    </Page>
  )
}
