import { redirect } from '@tanstack/react-router'
import type { Role } from '#domain/roles.ts'
import { currentSession, holdsAny } from '../session/session.ts'

/** Who gets in: anybody at all, anybody signed in, or somebody holding one of the roles. */
export type Access = 'open' | 'any' | readonly Role[]

/** Not signed in → login, and back here after it; none of the roles → the page that says which one is needed. */
export function guard(access: Access, here: string): void {
  if (access === 'open') return
  const session = currentSession()
  if (!session) throw redirect({ to: '/login', search: here === '/' ? {} : { paluu: here } })
  if (access !== 'any' && !holdsAny(session, access)) {
    throw redirect({ to: '/paasy-kielletty', search: { rooli: access.join(','), sivu: here }, replace: true })
  }
}
