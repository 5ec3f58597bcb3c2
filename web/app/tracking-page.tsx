// The consignee's page (web/seuranta.html): a separate entry without the router, sign-in and schemas of the app.
import '@fontsource-variable/inter/wght.css'
import '../screens/tracking/tracking-page.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followNetwork } from '../data/connection.ts'
import { queryClient } from '../data/query-client.ts'
import { readTrackingSettings } from '../screens/tracking/followed-order.ts'
import { ErrorState } from '../screens/tracking/states.tsx'
import { TrackingScreen } from '../screens/tracking/tracking.tsx'
import { setSettings } from '../session/settings.ts'
import { BrandContent } from './shell/brand-content.tsx'
import { OpenShell } from './shell/open-shell.tsx'
import classes from './shell/shell.module.css'

followNetwork()
const loaded = await readTrackingSettings().catch(() => null)
if (loaded) setSettings(loaded)

const target = document.getElementById('root')
if (!target) throw new Error('seuranta.html has no #root')
createRoot(target).render(
  <StrictMode>
    {loaded ? (
      <QueryClientProvider client={queryClient}>
        <OpenShell
          brand={
            <a href="/" className={classes.brand} aria-label="Kuorma, etusivu">
              <BrandContent />
            </a>
          }
        >
          <TrackingScreen />
        </OpenShell>
      </QueryClientProvider>
    ) : (
      <main>
        <ErrorState
          title="Palvelimeen ei saada yhteyttä"
          text="Tarkista verkkoyhteys ja yritä uudelleen."
          retry={() => location.reload()}
        />
      </main>
    )}
  </StrictMode>,
)
