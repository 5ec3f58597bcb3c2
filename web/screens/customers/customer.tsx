import { useParams } from '@tanstack/react-router'
import { holdsAny, useSession } from '#web/session/session.ts'
import { CustomerPage } from './customer-page.tsx'
import { DriverCustomer } from './driver-customer.tsx'
import { NewCustomer } from './new/new-customer.tsx'

/** `asiakas/:id`, also for a new customer. Drivers get a shorter page with places and phone numbers. */
export function PageScreen() {
  const { id } = useParams({ from: '/asiakas/$id' })
  const session = useSession()
  if (!holdsAny(session, ['yllapito', 'asiakas'])) return <DriverCustomer key={id} id={id} />
  return id === 'new' && holdsAny(session, ['yllapito']) ? <NewCustomer /> : <CustomerPage key={id} id={id} />
}
