import type { AnyRouter } from '@tanstack/react-router'
import { queryClient } from '../data/query-client.ts'
import { onSessionEnd } from '../session/session.ts'

/** What the browser has kept of answers; the app's own files stay, they are nobody's. */
async function clearCaches(): Promise<void> {
  queryClient.clear()
  if (!('caches' in window)) return
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !name.startsWith('workbox-precache')).map((name) => caches.delete(name)))
}

/** However the session ends: nothing of it stays, and login comes up. */
export function followSessionEnd(router: AnyRouter): void {
  onSessionEnd((reason) => {
    const cleared = clearCaches()
    if (reason === 'replaced') {
      // The person who signed in elsewhere starts here from a clean page.
      void cleared.finally(() => window.location.replace('/'))
      return
    }
    const here = router.state.location.href
    // Signed out by oneself or for a page one may not have: no way back to it is offered.
    const search = reason === 'asked' || reason === 'forbidden' ? {} : { paluu: here }
    void router.navigate({ to: '/login', search, ignoreBlocker: true })
  })
}
