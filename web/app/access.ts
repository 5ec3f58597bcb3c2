import { redirect } from '@tanstack/react-router'
import type { Role } from '#domain/access/roles.ts'
import { currentSession, holdsAny } from '../session/session.ts'

/** Who may open a page: anybody, anybody signed in, or those with one of the roles. */
export type Access = 'open' | 'any' | readonly Role[]

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The roles required by the page that was denied; kept in the history state, not in the address. */
    needed?: readonly Role[]
  }
}

/** Redirects to login, and back here afterwards, or to the page that says which role is required. */
export function guard(access: Access, here: string): void {
  if (access === 'open') return
  const session = currentSession()
  if (!session) throw redirect({ to: '/login', search: here === '/' ? {} : { paluu: here } })
  if (access !== 'any' && !holdsAny(session, access)) {
    throw redirect({ to: '/paasy-kielletty', state: { needed: access }, replace: true })
  }
}
