import { Button, Menu } from '@mantine/core'
import { IconArrowsRightLeft, IconDots, IconProgressCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ActionGroup, ActionTask, OfferedAction } from '#web/features/orders/actions/order-actions.ts'
import { OrderMenuItems } from './order-menu.tsx'

type Props = { actions: readonly OfferedAction[]; onChoose: (task: ActionTask) => void }

const icon = { size: 16, 'aria-hidden': true } as const
/** Shown as buttons, with shorter words; the states and transfers are menus, and the rest is behind the dots. */
const buttons: Readonly<Record<string, string>> = { assignment: 'Kuljettaja ja auto', day: 'Päivä', waybills: 'Rahtikirjat' }

/** The actions of the selected orders, in the bar under the list. */
export function BulkBar({ actions, onChoose }: Props) {
  const of = (...groups: ActionGroup[]) => actions.filter(({ group, id }) => groups.includes(group) && !(id in buttons))
  const button = (id: string) => {
    const action = actions.find((action) => action.id === id)
    if (!action) return null
    const { icon: Icon, able, task, shortcut } = action
    return (
      <Button size="xs" leftSection={<Icon {...icon} />} disabled={able === 0} aria-keyshortcuts={shortcut} onClick={() => onChoose(task)}>
        {buttons[id]}
      </Button>
    )
  }
  const states = of('state')
  // Customers change no states; without an offered one they see no menu for them.
  const assigns = actions.some(({ group }) => group === 'crew')
  const moves = of('transfer')
  return (
    <>
      {button('assignment')}
      {(states.length > 0 || assigns) &&
        menu({
          target: (
            <Button size="xs" leftSection={<IconProgressCheck {...icon} />}>
              Tila
            </Button>
          ),
          none: 'Valituille tilauksille ei ole tilanvaihtoa',
          actions: states,
          onChoose,
        })}
      {moves.length > 0 &&
        menu({
          target: (
            <Button size="xs" leftSection={<IconArrowsRightLeft {...icon} />} disabled={moves.every(({ able }) => able === 0)}>
              Siirto
            </Button>
          ),
          none: 'Valituissa ei ole siirrettävää',
          actions: moves,
          onChoose,
        })}
      {button('day')}
      {button('waybills')}
      {menu({
        target: (
          <Button size="xs" aria-label="Lisää toimintoja">
            <IconDots {...icon} />
          </Button>
        ),
        none: 'Ei muita toimintoja',
        actions: of('page', 'documents', 'more'),
        onChoose,
      })}
    </>
  )
}

type MenuParts = Props & { target: ReactNode; none: string }

const menu = ({ target, none, actions, onChoose }: MenuParts) => (
  <Menu position="top" shadow="md" zIndex={130} width={260}>
    <Menu.Target>{target}</Menu.Target>
    <Menu.Dropdown>
      {actions.some(({ able }) => able > 0) ? <OrderMenuItems actions={actions} onChoose={onChoose} /> : <Menu.Label>{none}</Menu.Label>}
    </Menu.Dropdown>
  </Menu>
)
