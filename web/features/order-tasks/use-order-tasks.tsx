import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import type { StateActor } from '#domain/entities/order/order.states.ts'
import { useCars, useDrivers } from '#web/features/cars/fleet.ts'
import type { ActionTask } from '#web/features/orders/actions/order-actions.ts'
import { GroupDialog } from '#web/features/orders/group-dialog.tsx'
import { OrderChangeDialog } from '#web/features/orders/order-change-dialog.tsx'
import { driversAndCarsOf, type OrderRow } from '#web/features/orders/order-rows.ts'
import { SmsDialog } from '#web/features/sms/sms-dialog.tsx'
import { WaybillsDialog } from '#web/features/waybills/waybills-dialog.tsx'
import { TransferDialog } from './transfer-dialog.tsx'

type Started = { task: ActionTask; orders: readonly OrderRow[] }

type OrderTasks = {
  start: (task: ActionTask, orders: readonly OrderRow[]) => void
  /** Put it on the page: the dialog of the task that has been started. */
  dialog: ReactNode
  isOpen: boolean
}

/** Carries out the actions of `orderActions`, each in its dialog or on its page. */
export function useOrderTasks({ who = 'yllapito', onDone }: { who?: StateActor; onDone?: () => void } = {}): OrderTasks {
  const navigate = useNavigate()
  // Separate from the selection: the results of a change are shown even when its orders leave the list.
  const [started, setStarted] = useState<Started | null>(null)
  const start = useCallback(
    (task: ActionTask, orders: readonly OrderRow[]) => {
      const [first] = orders
      if (!first) return
      if (task.kind === 'open') void navigate({ to: '/tilaus/$id', params: { id: first.id } })
      else if (task.kind === 'copy') void navigate({ to: '/tilaus/$id/clone', params: { id: first.id } })
      else setStarted({ task, orders })
    },
    [navigate],
  )
  const close = () => setStarted(null)
  return {
    start,
    isOpen: started !== null,
    dialog: started && <TaskDialog {...started} who={who} onClose={close} onDone={() => onDone?.()} />,
  }
}

/** The drivers of the orders' live lines, each once. */
const driversOf = (orders: readonly OrderRow[]): string[] => [
  ...new Set(orders.flatMap(({ lines }) => driversAndCarsOf(lines).drivers.map(({ id }) => id))),
]

type TaskProps = Started & { who: StateActor; onClose: () => void; onDone: () => void }

function TaskDialog({ task, orders, who, onClose, onDone }: TaskProps) {
  const isAssignment = task.kind === 'assignment'
  const drivers = useDrivers(isAssignment)
  const cars = useCars(isAssignment)
  switch (task.kind) {
    case 'open':
    case 'copy':
      return null
    case 'transfer':
      return <TransferDialog to={task.to} orders={orders} onClose={onClose} onDone={onDone} />
    case 'sms':
      return <SmsDialog users={driversOf(orders)} onClose={onClose} />
    case 'group':
      return <GroupDialog orders={orders} onClose={onClose} onDone={onDone} />
    case 'waybills':
      return <WaybillsDialog orderIds={orders.map(({ id }) => id)} onClose={onClose} />
    default:
      return <OrderChangeDialog task={task} orders={orders} drivers={drivers} cars={cars} who={who} onClose={onClose} onDone={onDone} />
  }
}
