import '@fontsource-variable/inter/wght.css'
import '../ui/styles/first-styles.css'
import { registerSW } from 'virtual:pwa-register'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { announceNewVersion } from '../data/app-version.ts'
import { followNetwork, onReturn } from '../data/connection.ts'
import { queryClient } from '../data/query-client.ts'
import { isForgetting } from '../kit/form/forget-mark.ts'
import { loadConfig } from '../session/config.ts'
import { followInstallation } from '../session/install.ts'
import { sendSignOuts } from '../session/pending-sign-outs.ts'
import { currentSession, followOtherTabs } from '../session/session.ts'
import { selectOnFocus } from '../ui/select-on-focus.ts'
import { ErrorState } from '../ui/states.tsx'
import { cssVariables, theme } from '../ui/theme.ts'
import { whenIdle } from './idle.ts'
import { loadSignedIn } from './load-signed-in.ts'
import { followNotificationLinks } from './notification-links.ts'
import { followPaletteKey } from './palette/palette-key.ts'
import { router } from './router.tsx'
import { followSessionEnd } from './session-end.ts'

const colourScheme = localStorageColorSchemeManager({ key: 'kuorma.colour-scheme' })
const target = document.getElementById('root')
if (!target) throw new Error('index.html has no #root')

// A file that a server which answers does not have means that it has a newer build. The screen itself shows that it was not loaded (broken.tsx).
window.addEventListener('vite:preloadError', () => {
  void fetch('/readyz', { cache: 'no-store' }).then(
    ({ ok }) => ok && announceNewVersion(),
    () => undefined,
  )
})
followNetwork()
followInstallation()
followOtherTabs()
void sendSignOuts()
onReturn(() => void sendSignOuts())
window.addEventListener('online', () => void sendSignOuts())
followSessionEnd(router)
followNotificationLinks(router)
followPaletteKey()
selectOnFocus()

/** Loads what is needed next after signing in, then registers the service worker, which caches the rest for use without a network. */
async function fetchAhead(): Promise<void> {
  await loadSignedIn()
  // What cannot be loaded now is loaded when it is needed.
  await Promise.allSettled([
    import('../screens/start/start.tsx'),
    import('./orders-by-role.tsx'),
    import('../screens/sign-in/code-step.tsx'),
    import('../features/users/recovery-codes.tsx'),
  ])
  registerSW()
}
const stopWaiting = router.subscribe('onResolved', () => {
  stopWaiting()
  whenIdle(() => void fetchAhead())
})

const [started] = await Promise.all([
  loadConfig().then(
    () => true,
    () => false,
  ),
  // The person's stored reads are restored before their page is shown. An interrupted sign-out is finished before anybody signs in.
  currentSession() || isForgetting() ? loadSignedIn() : null,
])

createRoot(target).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} colorSchemeManager={colourScheme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        {started ? (
          <RouterProvider router={router} />
        ) : (
          <main>
            <ErrorState title="Palvelimeen ei saada yhteyttä" retry={() => location.reload()}>
              Tarkista verkkoyhteys ja yritä uudelleen.
            </ErrorState>
          </main>
        )}
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
