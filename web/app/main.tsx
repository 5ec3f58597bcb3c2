import '@fontsource-variable/inter/wght.css'
// In a layer, so that the house's own rules win in whatever order a build loads its files.
import '@mantine/core/styles.layer.css'
import '@mantine/dates/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '../ui/tokens.css'
import 'dayjs/locale/fi'
import { registerSW } from 'virtual:pwa-register'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { appVersion } from '#domain/runtime-config.ts'
import { announceNewVersion } from '../data/app-version.ts'
import { followNetwork } from '../data/connection.ts'
import { followReads } from '../data/kept-reads.ts'
import { queryClient } from '../data/query-client.ts'
import { dropLongKept } from '../kit/kept.ts'
import { loadConfig } from '../session/config.ts'
import { followOtherTabs } from '../session/session.ts'
import { nowSeconds } from '../session/token.ts'
import { ErrorState } from '../ui/states.tsx'
import { cssVariables, theme } from '../ui/theme.ts'
import { router } from './router.tsx'
import { followSessionEnd } from './session-end.ts'

const colourScheme = localStorageColorSchemeManager({ key: 'kuorma.colour-scheme' })
const target = document.getElementById('root')
if (!target) throw new Error('index.html has no #root')

// A screen's file that is gone means that a newer build has taken its place on the server.
window.addEventListener('vite:preloadError', (event) => {
  event.preventDefault()
  announceNewVersion()
})
followNetwork()
followOtherTabs()
followSessionEnd(router)
registerSW()
void dropLongKept(nowSeconds())

const [started] = await Promise.all([
  loadConfig().then(
    () => true,
    () => false,
  ),
  // The name of this file, as it is built, changes with any other file of the app.
  followReads(queryClient, `${appVersion} ${import.meta.url}`),
])

createRoot(target).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} colorSchemeManager={colourScheme} defaultColorScheme="auto">
      <DatesProvider settings={{ locale: 'fi', firstDayOfWeek: 1, weekendDays: [0, 6] }}>
        <QueryClientProvider client={queryClient}>
          <Notifications position="top-center" limit={4} zIndex={1000} />
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
      </DatesProvider>
    </MantineProvider>
  </StrictMode>,
)
