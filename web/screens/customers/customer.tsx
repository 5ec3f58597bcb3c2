import { useParams } from '@tanstack/react-router'
import { holdsAny, useSession } from '#web/session/session.ts'
import { CustomerPage } from './customer-page.tsx'
import { DriverCustomer } from './driver-customer.tsx'
import { NewCustomer } from './new/new-customer.tsx'

/** `asiakas/:id`, also for a new customer, which `CustomerPage` refuses to others than administrators. Drivers get places and phone numbers. */
export function PageScreen() {
  const { id } = useParams({ from: '/asiakas/$id' })
  const session = useSession()
  const Shown = id === 'new' || holdsAny(session, ['yllapito', 'asiakas']) ? CustomerPage : DriverCustomer
  return id === 'new' && holdsAny(session, ['yllapito']) ? <NewCustomer /> : <Shown key={id} id={id} />
}
