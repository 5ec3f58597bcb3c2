// The part of the app for signed-in people: loaded after the sign-in page, or at once when the browser has a session.
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { knownRoles } from '#domain/access/roles.ts'
import { viewersCall } from '#domain/features/presence/viewers.ts'
import { appVersion } from '#domain/features/settings/runtime-config.ts'
import { featureNames } from '#domain/model/features.ts'
import { mayChange } from '#web/data/live/affected-queries.ts'
import { followChanges } from '#web/data/live/change-feed.ts'
import { makeChangeTaker } from '#web/data/live/live-queries.ts'
import { useLostSince } from '../data/connection.ts'
import { startOutbox } from '../data/device/outbox.ts'
import { followReads } from '../data/device/stored-reads.ts'
import { queryClient } from '../data/query-client.ts'
import { queryKeys } from '../data/query-keys.ts'
import { departureCheckKind, departureCheckSender } from '../features/cars/departure-check.ts'
import { faultReportKind, faultReportSender } from '../features/cars/fault-report.ts'
import { delayKind, delaySender } from '../features/deliveries/delay-send.ts'
import { deliveryKind, deliverySender } from '../features/deliveries/delivery-send.ts'
import { failureKind, failureSender } from '../features/deliveries/failure-send.ts'
import { pictureKind, pictureSender } from '../features/deliveries/picture-send.ts'
import { stepKind } from '../features/deliveries/state-step.ts'
import { stepSender } from '../features/deliveries/step-send.ts'
import { followRenewals } from '../features/notifications/device-notifications.ts'
import { UnsentStrip } from '../features/outbox/unsent-strip.tsx'
import { correctionKind, correctionSender } from '../features/worktime/correction-send.ts'
import { dayKind, daySender } from '../features/worktime/day-send.ts'
import { finishForgetting, followReturns } from '../kit/form/forget-person.ts'
import { removeOldDrafts } from '../kit/form/saved-draft.ts'
import { followOpened } from '../kit/page/opened-pages.ts'
import { nowSeconds } from '../session/clock.ts'
import { reloadConfig } from '../session/config.ts'
import type { Session } from '../session/session.ts'
import { useSettings } from '../session/settings.ts'
import { AllComponents } from '../ui/all-components.tsx'
import { ServerLost } from '../ui/states.tsx'
import { noteRecent } from './palette/recent.ts'
import { followSessionEndToasts } from './session-end-toasts.ts'
import { AdminShell } from './shell/admin-shell.tsx'
import { DriverShell } from './shell/driver-shell.tsx'
import { InstallHint } from './shell/install-hint.tsx'
import { TopShell } from './shell/top-shell.tsx'

/** Starts the background work of a session; resolves once the person's stored reads are restored. `build` differs between builds. */
export async function startSignedIn(build: string): Promise<void> {
  followSessionEndToasts()
  void removeOldDrafts(nowSeconds())
  await finishForgetting()
  followReturns()
  followRenewals()
  followOpened(noteRecent)
  await followReads(queryClient, { build: `${appVersion} ${build}`, loadShapes: () => import('./stored-read-shapes.ts') })
  void startOutbox({
    [deliveryKind]: deliverySender,
    [delayKind]: delaySender,
    [faultReportKind]: faultReportSender,
    [departureCheckKind]: departureCheckSender,
    [failureKind]: failureSender,
    [stepKind]: stepSender,
    [pictureKind]: pictureSender,
    [dayKind]: daySender,
    [correctionKind]: correctionSender,
  })
}

/** Refetches what other people change, while somebody is signed in. */
function useLiveChanges({ user }: Session): void {
  const client = useQueryClient()
  // As text, since the session is a new object after each refresh of the token.
  const held = user.roles.join(' ')
  useEffect(() => {
    const take = makeChangeTaker(client, knownRoles(held.split(' ')))
    const onViewers = () => void client.invalidateQueries({ queryKey: queryKeys.calls(viewersCall.path) })
    return followChanges(user.id, { take, onSettings: () => void reloadConfig(), onViewers })
  }, [user.id, held, client])
}

/** Leaves the screen of a feature that was switched off, and reads again what the switches affect. */
function useFeatureChanges(): void {
  const { features } = useSettings()
  const client = useQueryClient()
  const router = useRouter()
  const off = featureNames.filter((name) => !features[name]).join(' ')
  const shown = useRef(off)
  useEffect(() => {
    if (shown.current === off) return
    shown.current = off
    void router.invalidate()
    void client.invalidateQueries({ predicate: ({ queryKey }) => mayChange(queryKey) })
  }, [off, client, router])
}

/** The frame around every page of a signed-in person. */
export function SignedInFrame({ session, children }: { session: Session; children: ReactNode }) {
  useLiveChanges(session)
  useFeatureChanges()
  const { roles } = session.user
  const Shell = roles.includes('yllapito') ? AdminShell : roles.includes('kuljettaja') ? DriverShell : TopShell
  const isLost = useLostSince() !== null
  return (
    <AllComponents>
      <InstallHint />
      <UnsentStrip session={session} />
      <Shell session={session}>
        <ServerLost value={isLost}>{children}</ServerLost>
      </Shell>
    </AllComponents>
  )
}
