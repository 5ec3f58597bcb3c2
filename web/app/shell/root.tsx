import { Outlet, useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { type Session, useSession } from '../../session/session.ts'
import { lazyPart } from '../../ui/loading/load-part.ts'
import { ErrorState, SectionSkeleton } from '../../ui/states.tsx'
import { whenIdle } from '../idle.ts'
import { loadSignedIn, useSignedInPart } from '../load-signed-in.ts'
import { Brand } from './brand.tsx'
import { OpenShell } from './open-shell.tsx'
import { followPages } from './page-focus.ts'
import classes from './shell.module.css'
import { VersionNotice } from './version-notice.tsx'

const Toasts = lazyPart(
  () => import('../toasts.tsx'),
  (part) => part.Toasts,
)

function useFocusOnNewPage(): void {
  const router = useRouter()
  useEffect(() => followPages(router), [router])
}

/** On pages without sign-in, the toasts are loaded when the browser is idle; once loaded, they stay. */
function useToastsNeeded(session: Session | null): boolean {
  const [isNeeded, setIsNeeded] = useState(session !== null)
  if (session && !isNeeded) setIsNeeded(true)
  useEffect(() => whenIdle(() => setIsNeeded(true)), [])
  return isNeeded
}

function PersonFrame({ session, children }: { session: Session; children: ReactNode }) {
  const part = useSignedInPart()
  useEffect(() => void loadSignedIn(), [])
  if (part && part !== 'failed') return <part.SignedInFrame session={session}>{children}</part.SignedInFrame>
  return <OpenShell brand={<Brand />}>{part ? <ErrorState retry={() => location.reload()} /> : <SectionSkeleton lines={6} />}</OpenShell>
}

/** The frame around every page, by the person's role (rules/screens.md#navigation). */
export function Root() {
  useFocusOnNewPage()
  const session = useSession()
  const hasToasts = useToastsNeeded(session)
  return (
    <>
      <a href="#sisalto" className={classes.skip}>
        Siirry sisältöön
      </a>
      <VersionNotice />
      {hasToasts && (
        <Suspense fallback={null}>
          <Toasts />
        </Suspense>
      )}
      {session ? (
        <PersonFrame session={session}>
          <Outlet />
        </PersonFrame>
      ) : (
        <OpenShell brand={<Brand />}>
          <Outlet />
        </OpenShell>
      )}
    </>
  )
}
