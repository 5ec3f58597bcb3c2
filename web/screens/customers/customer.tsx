import { useParams } from '@tanstack/react-router'
import { holdsAny, useSession } from '#web/session/session.ts'
import { CustomerPage } from './customer-page.tsx'
import { DriverCustomer } from './driver-customer.tsx'
import { NewCustomer } from './new/new-customer.tsx'

/** `asiakas/:id`, also for a new customer. Drivers get a shorter page with places and phone numbers. */
export function PageScreen() {
  const { id } = useParams({ from: '/asiakas/$id' })
  const session = useSession()
  if (id === 'new' && holdsAny(session, ['yllapito'])) return <NewCustomer />
  // The page of a register sends those who may not add a customer to the page that says so.
  return id === 'new' || holdsAny(session, ['yllapito', 'asiakas']) ? (
    <CustomerPage key={id} id={id} />
  ) : (
    <DriverCustomer key={id} id={id} />
  )
}
