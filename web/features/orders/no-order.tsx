import { LinkButton } from '#web/ui/link-button.tsx'
import { EmptyState } from '#web/ui/states.tsx'

/** Shown when the order of the address does not exist or the person may not see it. */
export const NoOrder = () => (
  <EmptyState
    title="Tilausta ei löydy"
    action={
      <LinkButton to="/tilaukset" variant="default">
        Kaikki tilaukset
      </LinkButton>
    }
  >
    Se on poistettu, tai sinulla ei ole oikeutta nähdä sitä.
  </EmptyState>
)
