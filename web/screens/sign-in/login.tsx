import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useAction } from '#web/data/use-action.ts'
import { Page } from '#web/kit/page/page.tsx'
import { lazyPart } from '#web/ui/loading/load-part.ts'
import { useHasUnsentSignOut } from '../../session/pending-sign-outs.ts'
import { safeReturn } from '../../session/return-path.ts'
import { useAuthState, useSession } from '../../session/session.ts'
import { abandonSignIn, type SignInStep, signIn } from '../../session/sign-in.ts'
import { FaultNote } from '../../ui/fault-note.tsx'
import { SectionSkeleton } from '../../ui/states.tsx'
import { CompanyFrame } from './company-frame.tsx'
import classes from './sign-in.module.css'

// Rarely needed; loaded while the browser is idle (web/app/main.tsx).
const CodeStep = lazyPart(
  () => import('./code-step.tsx'),
  (part) => part.CodeStep,
)
const RecoveryCodes = lazyPart(
  () => import('#web/features/users/recovery-codes.tsx'),
  (part) => part.RecoveryCodes,
)

type Step = { at: 'password' } | Exclude<SignInStep, { at: 'in' | 'refused' }>

const titles: Record<Step['at'], string> = {
  password: 'Kirjaudu sisään',
  code: 'Vahvista kirjautuminen',
  'recovery-codes': 'Ota varakoodit talteen',
}

/** `login`: name and password, then the second factor where one is set up or required, and once its recovery codes. */
export function LoginScreen() {
  const navigate = useNavigate()
  const { paluu } = useSearch({ from: '__root__' })
  const session = useSession()
  const { errors } = useAuthState()
  const isSignOutUnsent = useHasUnsentSignOut()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [step, setStep] = useState<Step>({ at: 'password' })

  // Already signed in, here or in another tab: opens the page that was first requested.
  useEffect(() => {
    if (session) void navigate({ href: safeReturn(paluu), replace: true })
  }, [session, paluu, navigate])

  const { run: attempt, isRunning: busy } = useAction({
    mutationFn: (totp: string | undefined) => signIn(username.trim(), password, totp),
    onSuccess: onStep,
  })
  function onStep(reached: SignInStep, totp: string | undefined) {
    if (reached.at === 'code' || reached.at === 'recovery-codes') setStep(reached)
    // A rejected code can be corrected in place; a rejected password is cleared, and the name stays.
    else if (reached.at === 'refused' && totp === undefined) setPassword('')
  }

  function startAgain() {
    abandonSignIn()
    setPassword('')
    setStep({ at: 'password' })
  }

  return (
    <CompanyFrame>
      <Page title={titles[step.at]} width="narrow">
        <div className={classes.card}>
          {step.at === 'recovery-codes' ? (
            <Stack gap="md">
              <Suspense fallback={<SectionSkeleton lines={3} />}>
                <RecoveryCodes codes={step.codes} owner={username.trim()} />
              </Suspense>
              <Button size="md" fullWidth onClick={step.enter}>
                Jatka
              </Button>
            </Stack>
          ) : (
            <Stack gap="md">
              {errors.map((error) => (
                <FaultNote key={error}>{error}</FaultNote>
              ))}
              {isSignOutUnsent && (
                <Text role="status">Olet kirjautunut ulos tältä laitteelta. Istunto päätetään palvelimella, kun verkkoyhteys palaa.</Text>
              )}
              {step.at === 'code' ? (
                <Suspense fallback={<SectionSkeleton lines={3} />}>
                  <CodeStep enrolment={step.enrolment} busy={busy} onCode={attempt} onBack={startAgain} />
                </Suspense>
              ) : (
                <PasswordStep
                  username={username}
                  password={password}
                  busy={busy}
                  onUsername={setUsername}
                  onPassword={setPassword}
                  onSubmit={() => attempt(undefined)}
                />
              )}
            </Stack>
          )}
        </div>
        <Anchor component={Link} to="/tietosuojaseloste" size="sm" className={classes.policy}>
          Tietosuojaseloste
        </Anchor>
      </Page>
    </CompanyFrame>
  )
}

type PasswordStepProps = {
  username: string
  password: string
  busy: boolean
  onUsername: (username: string) => void
  onPassword: (password: string) => void
  onSubmit: () => void
}

function PasswordStep({ username, password, busy, onUsername, onPassword, onSubmit }: PasswordStepProps) {
  const [missing, setMissing] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    const lacking = username.trim() === '' || password === ''
    setMissing(lacking)
    if (!lacking) onSubmit()
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          ref={first}
          label="Käyttäjätunnus tai sähköposti"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          value={username}
          error={missing && username.trim() === '' ? 'Kirjoita käyttäjätunnus.' : null}
          onChange={(event) => onUsername(event.currentTarget.value)}
        />
        <PasswordInput
          label="Salasana"
          name="password"
          autoComplete="current-password"
          size="md"
          value={password}
          error={missing && password === '' ? 'Kirjoita salasana.' : null}
          onChange={(event) => onPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Näytä tai piilota salasana', tabIndex: 0 }}
        />
        <Button type="submit" size="md" fullWidth loading={busy}>
          Kirjaudu
        </Button>
        <Anchor component={Link} to="/password-reset" className={classes.link}>
          Unohditko salasanan?
        </Anchor>
      </Stack>
    </form>
  )
}
