// What only people who have signed in need: fetched after the sign-in page, or at once by a browser that has a session.
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

/** Begins what goes on beside the pages; it has begun once what the device keeps of the person is there. `build` changes with any change of the app. */
export async function startSignedIn(build: string): Promise<void> {
  followSessionEndToasts()
  void removeOldDrafts(nowSeconds())
  await finishForgetting()
  followReturns()
  await followReads(queryClient, `${appVersion} ${build}`)
  void startOutbox({ [deliveryKind]: deliverySender })
}

/** Somebody else's change appears by itself, for as long as somebody is signed in. */
function useLiveChanges({ user }: Session): void {
  const client = useQueryClient()
  // As text: the session is an object of its own after each refresh of the token.
  const held = user.roles.join(' ')
  useEffect(() => followChanges(user.id, makeChangeTaker(client, knownRoles(held.split(' ')))), [user.id, held, client])
}

/** The frame around every page of somebody who is signed in */
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
