import type { Viewer } from '#domain/access/roles.ts'
import { isLive } from '#domain/entities/order/order.status.ts'
import { allowedTransitions, stateActorOf } from '#domain/entities/order/order.transitions.ts'
import { useCars, useDrivers } from '#web/features/cars/fleet.ts'
import { OrderChangeDialog } from '#web/features/orders/order-change-dialog.tsx'
import { shipmentTable } from '#web/features/orders/shipment-table.ts'
import { SmsDialog } from '#web/features/sms/sms-dialog.tsx'
import { nowSeconds } from '#web/session/clock.ts'
import type { OrderRead } from '../order-data.ts'
import { isLocked } from '../view/changeability.ts'
import type { OrderTask } from './order-menu.tsx'
import { orderRowOf } from './order-row-of.ts'

const driversOf = ({ shipments, jobs }: OrderRead): string[] => [
  ...new Set([...shipments, ...jobs].flatMap(({ tila, kuljettaja }) => (isLive(tila) && kuljettaja ? [kuljettaja] : []))),
]

/** The dialogs that make sense for the order now. */
export function tasksOf(read: OrderRead, staff: boolean): OrderTask[] {
  const { order, shipments, jobs } = read
  const isOpen = !isLocked(order) && [...shipments, ...jobs].some(({ tila }) => isLive(tila))
  if (!staff || !isOpen) return []
  return ['assignment', 'day', ...(driversOf(read).length > 0 ? (['sms'] as const) : [])]
}

/** Whether some shipment can be signed for now: the page of the signature has something to choose. */
export function maySignFor({ order, shipments }: OrderRead, viewer: Pick<Viewer, 'roles' | 'userId'>): boolean {
  const now = nowSeconds()
  return shipments.some((shipment) => {
    const actor = isLocked(order) ? null : stateActorOf(viewer, shipment)
    const steps = actor ? allowedTransitions(shipmentTable(), { from: shipment.tila, actor, now, since: now }) : []
    return steps.some(({ to }) => to === 'toimitettu')
  })
}

type Props = { read: OrderRead; task: OrderTask | null; onClose: () => void }

/** The dialog of a list's bulk change, for this order alone. */
export function OrderTaskDialog({ read, task, onClose }: Props) {
  const drivers = useDrivers(task === 'assignment')
  const cars = useCars(task === 'assignment')
  if (task === null) return null
  if (task === 'sms') return <SmsDialog users={driversOf(read)} onClose={onClose} />
  return (
    <OrderChangeDialog
      task={{ kind: task }}
      orders={[orderRowOf(read)]}
      drivers={drivers}
      cars={cars}
      onClose={onClose}
      onDone={() => undefined}
    />
  )
}
