import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { knownRoles } from '#domain/roles.ts'
import { followChanges } from '../../data/change-feed.ts'
import { makeChangeTaker } from '../../data/live-queries.ts'
import { type Session, useSession } from '../../session/session.ts'
import { AdminShell } from './admin-shell.tsx'
import { DriverShell } from './driver-shell.tsx'
import { OpenShell } from './open-shell.tsx'
import classes from './shell.module.css'
import { TopShell } from './top-shell.tsx'
import { VersionNotice } from './version-notice.tsx'

/** A new page is announced and tabbed from its beginning; changing a filter is no new page. */
function useFocusOnNewPage(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) document.getElementById('sisalto')?.focus({ preventScroll: true })
      }),
    [router],
  )
}

/** Somebody else's change appears by itself, for as long as somebody is signed in. */
function useLiveChanges(session: Session | null): void {
  const client = useQueryClient()
  const userId = session?.user.id
  // As text: the session is an object of its own after each refresh of the token.
  const held = session?.user.roles.join(' ') ?? ''
  useEffect(
    () => (userId === undefined ? undefined : followChanges(userId, makeChangeTaker(client, knownRoles(held.split(' '))))),
    [userId, held, client],
  )
}

function PersonShell({ session, children }: { session: Session; children: ReactNode }) {
  const { roles } = session.user
  const Shell = roles.includes('yllapito') ? AdminShell : roles.includes('kuljettaja') ? DriverShell : TopShell
  return <Shell session={session}>{children}</Shell>
}

/** The frame around every page, by who is signed in (SCREENS "Behaviour everywhere"). */
export function Root() {
  useFocusOnNewPage()
  const session = useSession()
  useLiveChanges(session)
  return (
    <>
      <a href="#sisalto" className={classes.skip}>
        Siirry sisältöön
      </a>
      <VersionNotice />
      {session ? (
        <PersonShell session={session}>
          <Outlet />
        </PersonShell>
      ) : (
        <OpenShell>
          <Outlet />
        </OpenShell>
      )}
    </>
  )
}
