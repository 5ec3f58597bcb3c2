import { Button, Menu } from '@mantine/core'
import { IconArrowsRightLeft, IconCalendar, IconUsers } from '@tabler/icons-react'
import { commonSteps, type Step } from '../../kit/line-changes.ts'
import type { OrderChangeTask } from '../../kit/order-change-dialog.tsx'
import type { OrderRow } from '../../kit/order-rows.ts'
import { nowSeconds } from '../../session/token.ts'

type Props = {
  orders: readonly OrderRow[]
  onChoose: (task: OrderChangeTask) => void
}

/** What can be done to all the selected orders at once. */
export function BulkActions({ orders, onChoose }: Props) {
  const steps = commonSteps(orders, { actor: 'yllapito', now: nowSeconds() })
  const live = orders.some(({ lines }) => lines.some((line) => line.live))
  const choose = (step: Step) => onChoose({ kind: 'state', step })
  return (
    <>
      <Button size="xs" leftSection={<IconUsers size={16} aria-hidden />} disabled={!live} onClick={() => onChoose({ kind: 'crew' })}>
        Kuljettaja ja auto
      </Button>
      <Menu position="top" shadow="md" zIndex={130}>
        <Menu.Target>
          <Button size="xs" leftSection={<IconArrowsRightLeft size={16} aria-hidden />}>
            Tila
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {steps.length === 0 ? (
            <Menu.Label>Valituille tilauksille ei ole yhteistä tilanvaihtoa</Menu.Label>
          ) : (
            steps.map((step) => (
              <Menu.Item key={step.to} onClick={() => choose(step)}>
                {step.label}
                {step.reason && '…'}
              </Menu.Item>
            ))
          )}
        </Menu.Dropdown>
      </Menu>
      <Button size="xs" leftSection={<IconCalendar size={16} aria-hidden />} disabled={!live} onClick={() => onChoose({ kind: 'day' })}>
        Päivä
      </Button>
    </>
  )
}
