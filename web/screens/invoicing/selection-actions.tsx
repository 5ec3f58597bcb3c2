import { Button, Menu } from '@mantine/core'
import { IconCheck, IconPackages, IconSend } from '@tabler/icons-react'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { formatEuros, plural } from '#web/kit/format.ts'
import { usePageActions } from '#web/kit/page/page-actions.ts'
import { linesOf, sumOf } from './invoice-lines.ts'

export type Task = 'send' | 'mark' | 'group' | 'ungroup'
const icon = { size: 16, 'aria-hidden': true } as const

/** The tasks on orders, by their buttons. */
function tasksOf(orders: readonly UninvoicedOrder[]) {
  const groups = new Set(orders.flatMap(({ ryhma }) => ryhma?.id ?? []))
  const grouping =
    groups.size === 0
      ? ({ task: 'group', label: 'Ryhmitä', isPossible: orders.length > 1 } as const)
      : ({ task: 'ungroup', label: 'Pura ryhmä', isPossible: groups.size === 1 } as const)
  return [
    { task: 'send', label: 'Lähetä laskut', Icon: IconSend, isPossible: true },
    { ...grouping, Icon: IconPackages },
    { task: 'mark', label: 'Merkitse laskutetuksi', Icon: IconCheck, isPossible: true },
  ] as const
}

type Props = { orders: readonly UninvoicedOrder[]; isBusy: boolean; onChoose: (task: Task) => void }

/** What can be done with the selected orders, and their sum. */
export function SelectionActions({ orders, isBusy, onChoose }: Props) {
  usePageActions(
    plural(orders.length, 'valittu tilaus', 'valittua tilausta'),
    tasksOf(orders)
      .filter(({ isPossible }) => isPossible && !isBusy)
      .map(({ task, label, Icon }) => ({ id: task, label, icon: Icon, run: () => onChoose(task) })),
  )
  return (
    <>
      <span>{formatEuros(sumOf(linesOf(orders)))}</span>
      {tasksOf(orders).map(({ task, label, Icon, isPossible }) => (
        <Button key={task} size="xs" leftSection={<Icon {...icon} />} disabled={isBusy || !isPossible} onClick={() => onChoose(task)}>
          {label}
        </Button>
      ))}
    </>
  )
}

/** The same in the menu of a row. */
export const TaskMenuItems = ({ orders, isBusy, onChoose }: Props) =>
  tasksOf(orders)
    .filter(({ isPossible }) => isPossible)
    .map(({ task, label, Icon }) => (
      <Menu.Item key={task} leftSection={<Icon {...icon} />} disabled={isBusy} onClick={() => onChoose(task)}>
        {label}
      </Menu.Item>
    ))
