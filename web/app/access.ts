import { redirect } from '@tanstack/react-router'
import type { Role } from '#domain/access/roles.ts'
import { currentSession, holdsAny } from '../session/session.ts'

/** Who gets in: anybody at all, anybody signed in, or somebody holding one of the roles. */
export type Access = 'open' | 'any' | readonly Role[]

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The roles of the page that a person was kept from; not in the address, where it would only be read as text. */
    needed?: readonly Role[]
  }
}

/** Not signed in → login, and back here after it; none of the roles → the page that says which one is needed. */
export function guard(access: Access, here: string): void {
  if (access === 'open') return
  const session = currentSession()
  if (!session) throw redirect({ to: '/login', search: here === '/' ? {} : { paluu: here } })
  if (access !== 'any' && !holdsAny(session, access)) {
    throw redirect({ to: '/paasy-kielletty', state: { needed: access }, replace: true })
  }
}
