import { Navigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { holdsAny, useSession } from '../session/session.ts'
import { SectionSkeleton } from '../ui/states.tsx'

const DispatcherOrders = lazy(() =>
  import('../screens/orders-list/dispatcher-orders.tsx').then((screen) => ({ default: screen.DispatcherOrders })),
)
const CustomerOrders = lazy(() =>
  import('../screens/orders-list/customer-orders.tsx').then((screen) => ({ default: screen.CustomerOrders })),
)
const DriverOrders = lazy(() => import('../screens/driver/driver-orders.tsx').then((screen) => ({ default: screen.DriverOrders })))

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
