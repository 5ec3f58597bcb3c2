import { Navigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { holdsAny, useSession } from '../session/session.ts'
import { lazyPart } from '../ui/loading/load-part.ts'
import { SectionSkeleton } from '../ui/states.tsx'

const DispatcherOrders = lazyPart(
  () => import('../screens/orders-list/dispatcher-orders.tsx'),
  (part) => part.DispatcherOrders,
)
const CustomerOrders = lazyPart(
  () => import('../screens/orders-list/customer-orders.tsx'),
  (part) => part.CustomerOrders,
)
const DriverOrders = lazyPart(
  () => import('../screens/driver/driver-orders.tsx'),
  (part) => part.DriverOrders,
)

/** `tilaukset` by role: the dispatcher's table, the driver's stops, or the customer's own orders. */
export function OrdersByRole() {
  const session = useSession()
  // Maintenance staff have no orders (rules/access.md#orders).
  if (!holdsAny(session, ['yllapito', 'kuljettaja', 'asiakas'])) return <Navigate to="/" replace />
  const Orders = holdsAny(session, ['yllapito']) ? DispatcherOrders : holdsAny(session, ['kuljettaja']) ? DriverOrders : CustomerOrders
  return (
    <Suspense fallback={<SectionSkeleton lines={6} />}>
      <Orders />
    </Suspense>
  )
}
