import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Page } from '../../kit/page.tsx'
import { settings } from '../../session/config.ts'
import { safeReturn } from '../../session/return-path.ts'
import { useAuthState, useSession } from '../../session/session.ts'
import { signIn } from '../../session/sign-in.ts'
import classes from './login.module.css'

export function LoginScreen() {
  const navigate = useNavigate()
  const { paluu } = useSearch({ from: '__root__' })
  const session = useSession()
  const { errors } = useAuthState()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const first = useRef<HTMLInputElement>(null)

  // Signed in already, here or in another tab: on to the page first asked for.
  useEffect(() => {
    if (session) void navigate({ href: safeReturn(paluu), replace: true })
  }, [session, paluu, navigate])
  useEffect(() => first.current?.focus(), [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const lacking = username.trim() === '' || password === ''
    setMissing(lacking)
    if (lacking) return
    setBusy(true)
    const done = await signIn(username.trim(), password)
    setBusy(false)
    if (!done) setPassword('')
  }

  return (
    <div className={classes.middle}>
      <Page title="Kirjaudu sisään" detail={settings().companyName} width="narrow">
        <form className={classes.card} onSubmit={(event) => void submit(event)} noValidate>
          <Stack gap="md">
            {errors.map((error) => (
              <Alert key={error} color="red" role="alert" icon={<IconAlertTriangle size={20} aria-hidden />} title={error} />
            ))}
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
              onChange={(event) => setUsername(event.currentTarget.value)}
            />
            <PasswordInput
              label="Salasana"
              name="password"
              autoComplete="current-password"
              size="md"
              value={password}
              error={missing && password === '' ? 'Kirjoita salasana.' : null}
              onChange={(event) => setPassword(event.currentTarget.value)}
              visibilityToggleButtonProps={{ 'aria-label': 'Näytä tai piilota salasana', tabIndex: 0 }}
            />
            <Button type="submit" size="md" fullWidth loading={busy}>
              Kirjaudu
            </Button>
          </Stack>
        </form>
        <Anchor component={Link} to="/tietosuojaseloste" size="sm" className={classes.policy}>
          Tietosuojaseloste
        </Anchor>
      </Page>
    </div>
  )
}
