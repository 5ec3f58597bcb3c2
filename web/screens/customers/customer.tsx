import { useParams } from '@tanstack/react-router'
import { holdsAny, useSession } from '#web/session/session.ts'
import { CustomerPage } from './customer-page.tsx'
import { NewCustomer } from './new/new-customer.tsx'
import { RoadCustomer } from './road-customer.tsx'

/** `asiakas/:id`, of a new customer too. People on the road read where to go and whom to call. */
export function PageScreen() {
  const { id } = useParams({ from: '/asiakas/$id' })
  const session = useSession()
  if (!holdsAny(session, ['yllapito', 'asiakas'])) return <RoadCustomer key={id} id={id} />
  return id === 'new' && holdsAny(session, ['yllapito']) ? <NewCustomer /> : <CustomerPage key={id} id={id} />
}
