import { Button, Menu } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { IconCheck, IconPackages, IconSend } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { formatEuros, plural } from '#web/kit/format.ts'
import { type PageActions, usePageActions } from '#web/kit/page/page-actions.ts'
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

/** Offers the tasks on the selected orders in the palette too. */
function usePaletteTasks({ orders, isBusy, onChoose }: Props): void {
  const choose = useCallbackRef(onChoose)
  const possible = tasksOf(orders).filter(({ isPossible }) => isPossible && !isBusy)
  const title = plural(orders.length, 'valittu tilaus', 'valittua tilausta')
  const shown = possible.map(({ task }) => task).join()
  // The palette is given other actions only when they have changed, not at every render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const page = useMemo(
    (): PageActions | null =>
      shown === ''
        ? null
        : { title, actions: possible.map(({ task, label, Icon }) => ({ id: task, label, icon: Icon, run: () => choose(task) })) },
    [shown, title, choose],
  )
  usePageActions(page)
}

/** What can be done with the selected orders, and their sum. */
export function SelectionActions(props: Props) {
  const { orders, isBusy, onChoose } = props
  usePaletteTasks(props)
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
