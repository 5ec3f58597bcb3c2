import { useRouter } from '@tanstack/react-router'
import { ErrorState } from '../ui/states.tsx'

/** Shown instead of a screen whose rendering failed; the rest of the app stays. */
export function Broken() {
  const router = useRouter()
  return (
    <ErrorState title="Sivua ei voitu näyttää" retry={() => void router.invalidate()}>
      Sivulla tapahtui virhe. Kirjoittamasi tiedot ovat tallessa tällä laitteella.
    </ErrorState>
  )
}
