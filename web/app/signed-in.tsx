// The part of the app for signed-in people: loaded after the sign-in page, or at once when the browser has a session.
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { knownRoles } from '#domain/access/roles.ts'
import { appVersion } from '#domain/features/settings/runtime-config.ts'
import { followChanges } from '#web/data/live/change-feed.ts'
import { makeChangeTaker } from '#web/data/live/live-queries.ts'
import { startOutbox } from '../data/device/outbox.ts'
import { followReads } from '../data/device/stored-reads.ts'
import { queryClient } from '../data/query-client.ts'
import { deliveryKind, deliverySender } from '../features/deliveries/delivery-send.ts'
import { finishForgetting, followReturns } from '../kit/form/forget-person.ts'
import { removeOldDrafts } from '../kit/form/saved-draft.ts'
import { nowSeconds } from '../session/clock.ts'
import type { Session } from '../session/session.ts'
import { AllComponents } from '../ui/all-components.tsx'
import { followSessionEndToasts } from './session-end-toasts.ts'
import { AdminShell } from './shell/admin-shell.tsx'
import { DriverShell } from './shell/driver-shell.tsx'
import { OutboxBar } from './shell/outbox-bar.tsx'
import { TopShell } from './shell/top-shell.tsx'

/** Starts the background work of a session; resolves once the person's stored reads are restored. `build` differs between builds. */
export async function startSignedIn(build: string): Promise<void> {
  followSessionEndToasts()
  void removeOldDrafts(nowSeconds())
  await finishForgetting()
  followReturns()
  await followReads(queryClient, `${appVersion} ${build}`)
  void startOutbox({ [deliveryKind]: deliverySender })
}

/** Refetches what other people change, while somebody is signed in. */
function useLiveChanges({ user }: Session): void {
  const client = useQueryClient()
  // As text, since the session is a new object after each refresh of the token.
  const held = user.roles.join(' ')
  useEffect(() => followChanges(user.id, makeChangeTaker(client, knownRoles(held.split(' ')))), [user.id, held, client])
}

/** The frame around every page of a signed-in person. */
export function SignedInFrame({ session, children }: { session: Session; children: ReactNode }) {
  useLiveChanges(session)
  const { roles } = session.user
  const Shell = roles.includes('yllapito') ? AdminShell : roles.includes('kuljettaja') ? DriverShell : TopShell
  return (
    <AllComponents>
      <OutboxBar />
      <Shell session={session}>{children}</Shell>
    </AllComponents>
  )
}
