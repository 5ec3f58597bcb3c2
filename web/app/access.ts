import { redirect } from '@tanstack/react-router'
import type { Role } from '#domain/access/roles.ts'
import { featureOfScreen } from '#domain/features/settings/feature-switches.ts'
import type { Features } from '#domain/model/features.ts'
import { currentSession, holdsAny } from '../session/session.ts'

/** Who may open a page: anybody, anybody signed in, or those with one of the roles. */
export type Access = 'open' | 'any' | readonly Role[]

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The roles required by the page that was denied; kept in the history state, not in the address. */
    needed?: readonly Role[]
  }
}

/** Whether the company has the feature that the screen belongs to (rules/settings.md#feature-switches); `path` as in the table of routes. */
export function hasScreen(path: string, features: Features): boolean {
  const feature = featureOfScreen(path.replace(/^\//, ''))
  return feature === null || features[feature]
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
