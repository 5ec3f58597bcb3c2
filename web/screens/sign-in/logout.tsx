import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Page } from '../../kit/page.tsx'
import { signOut } from '../../session/sign-in.ts'

/** Signs out and goes to login. */
export function LogoutScreen() {
  const navigate = useNavigate()
  useEffect(() => {
    void signOut().then(() => navigate({ to: '/login', search: {}, replace: true }))
  }, [navigate])
  return (
    <Page title="Kirjaudutaan ulos" width="narrow">
      {null}
    </Page>
  )
}
