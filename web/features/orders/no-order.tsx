import { LinkButton } from '#web/ui/link-button.tsx'
import { EmptyState } from '#web/ui/states.tsx'

/** An address of an order that is not there for this person. */
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
