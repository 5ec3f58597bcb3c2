import { Kbd, Menu } from '@mantine/core'
import { Fragment } from 'react'
import type { ActionTask, OfferedAction } from '#web/features/orders/actions/order-actions.ts'

type Props = { actions: readonly OfferedAction[]; onChoose: (task: ActionTask) => void }

const keyNames: Readonly<Record<string, string>> = { Enter: '↵' }
export const keyName = (shortcut: string): string => keyNames[shortcut] ?? shortcut.toUpperCase()

/** The actions of the chosen orders as the items of a menu, by their groups. */
export function OrderMenuItems({ actions, onChoose }: Props) {
  const groups = [
    ...Map.groupBy(
      actions.filter(({ able }) => able > 0),
      ({ group }) => group,
    ),
  ]
  return groups.map(([group, members], index) => (
    <Fragment key={group}>
      {index > 0 && <Menu.Divider />}
      {members.map(({ id, title, icon: Icon, shortcut, danger, task }) => (
        <Menu.Item
          key={id}
          leftSection={<Icon size={16} aria-hidden />}
          rightSection={
            shortcut && (
              <Kbd size="xs" aria-hidden>
                {keyName(shortcut)}
              </Kbd>
            )
          }
          c={danger ? 'var(--kuorma-late)' : undefined}
          onClick={() => onChoose(task)}
        >
          {title}
        </Menu.Item>
      ))}
    </Fragment>
  ))
}
