import { useRouter } from '@tanstack/react-router'
import { useLostSince } from '../data/connection.ts'
import { PartNotLoaded } from '../ui/loading/load-part.ts'
import { ErrorState, ServerLost } from '../ui/states.tsx'

/** Shown instead of a screen whose code could not be loaded, or whose rendering failed; the rest of the app stays. */
export function Broken({ error }: { error: unknown }) {
  const router = useRouter()
  if (error instanceof PartNotLoaded) return <NotLoaded />
  return (
    <ErrorState title="Sivua ei voitu näyttää" retry={() => void router.invalidate()}>
      Sivulla tapahtui virhe. Kirjoittamasi tiedot ovat tallessa tällä laitteella.
    </ErrorState>
  )
}

function NotLoaded() {
  const isLost = useLostSince() !== null || navigator.onLine === false
  return (
    // Without the screen nothing else says that the server is unreachable, and nothing is fetched by itself.
    <ServerLost value={false}>
      {/* A browser may remember that a file could not be loaded: only a new page asks again. */}
      <ErrorState title="Sivua ei saatu ladattua" retry={() => window.location.reload()}>
        {isLost
          ? 'Sivu ei ole tallessa tällä laitteella, eikä verkkoyhteyttä ole. Yritä uudelleen, kun yhteys palaa.'
          : 'Verkkoyhteys on hidas, tai palvelimella on uusi versio. Kirjoittamasi tiedot ovat tallessa tällä laitteella.'}
      </ErrorState>
    </ServerLost>
  )
}
