import type { AnyRouter } from '@tanstack/react-router'
import { forgetPushSubscription } from '../data/device/push-subscription.ts'
import { queryClient } from '../data/query-client.ts'
import { appFilesCache } from '../service-worker/app-files.ts'
import { onSessionEnd } from '../session/session.ts'

/** Clears the cached answers. The app's own files stay, since they contain no personal data. */
async function clearCaches(): Promise<void> {
  queryClient.clear()
  if (!('caches' in window)) return
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => !name.startsWith('workbox-precache') && name !== appFilesCache).map((name) => caches.delete(name)),
  )
}

/** At any end of the session, clears its data and shows the sign-in page. */
export function followSessionEnd(router: AnyRouter): void {
  onSessionEnd((reason) => {
    const cleared = clearCaches()
    if (reason === 'replaced') {
      // The page is reloaded for the person who has signed in elsewhere.
      void cleared.finally(() => window.location.replace('/'))
      return
    }
    // Another tab has done it already, or has a session that goes on.
    if (reason !== 'elsewhere') void forgetPushSubscription()
    const here = router.state.location.href
    // No return path after a requested sign-out, or to a page that the person may not open.
    const search = reason === 'requested' || reason === 'forbidden' ? {} : { paluu: here }
    void router.navigate({ to: '/login', search, ignoreBlocker: true })
  })
}
