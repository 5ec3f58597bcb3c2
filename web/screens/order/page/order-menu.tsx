import { ActionIcon, Button, Kbd, Menu } from '@mantine/core'
import { IconCalendar, IconCopy, IconDots, IconFileText, IconMessage, IconSignature, IconTruck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OrderAction } from '../view/order-actions.tsx'
import classes from './order-menu.module.css'
import type { NextStep } from './use-next-step.ts'

export type OrderTask = 'assignment' | 'day' | 'sms'
type Props = {
  id: string
  staff: boolean
  /** The customer's button that makes the order a favourite. */
  favourite: ReactNode
  /** The usual next step; null when there is none. */
  next: NextStep | null
  /** Another button of the page is the filled one: "Tallenna" of what is being edited, or the next action of a new order. */
  quiet: boolean
  actions: readonly OrderAction[]
  /** The dialogs that may be opened. */
  tasks: readonly OrderTask[]
  /** Some shipment can be signed for now. */
  signs: boolean
  onTask: (task: OrderTask) => void
}

const taskLabels = {
  assignment: 'Vaihda kuljettaja ja auto',
  day: 'Vaihda toivottu päivä',
  sms: 'Lähetä tekstiviesti kuljettajille',
} as const
const taskIcons = { assignment: IconTruck, day: IconCalendar, sms: IconMessage } as const

/** The page's buttons: waybills, everything else in a menu, and the one next step. */
export function OrderMenu({ id, staff, favourite, next, quiet, actions, tasks, signs, onTask }: Props) {
  const others = actions.filter((action) => action !== next)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileText size={18} aria-hidden />}
        renderRoot={(props) => <Link to="/tilaus/$id/rahtikirja" params={{ id }} {...props} />}
      >
        Rahtikirjat
      </Button>
      {favourite}
      {!staff && (
        <Button
          variant="default"
          leftSection={<IconCopy size={18} aria-hidden />}
          renderRoot={(props) => <Link to="/tilaus/$id/clone" params={{ id }} {...props} />}
        >
          Tilaa uudelleen
        </Button>
      )}
      {(staff || others.length > 0) && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="default" size={36} className={classes.more} aria-label="Muut toiminnot">
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {staff && (
              <Menu.Item
                leftSection={<IconCopy size={16} aria-hidden />}
                renderRoot={(props) => <Link to="/tilaus/$id/clone" params={{ id }} {...props} />}
              >
                Kopioi uudeksi tilaukseksi
              </Menu.Item>
            )}
            {staff && signs && (
              <Menu.Item
                leftSection={<IconSignature size={16} aria-hidden />}
                renderRoot={(props) => <Link to="/kuittaa/$tilausId" params={{ tilausId: id }} {...props} />}
              >
                Kuittaa toimitus
              </Menu.Item>
            )}
            {tasks.map((task) => {
              const Icon = taskIcons[task]
              return (
                <Menu.Item key={task} leftSection={<Icon size={16} aria-hidden />} onClick={() => onTask(task)}>
                  {taskLabels[task]}
                </Menu.Item>
              )
            })}
            {staff && others.length > 0 && <Menu.Divider />}
            {others.map(({ key, label, color, busy, run }) => (
              <Menu.Item key={key} c={color === 'red' ? 'var(--kuorma-late)' : undefined} disabled={busy} onClick={run}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {next && (
        <Button
          variant={quiet ? 'default' : 'filled'}
          loading={next.busy}
          aria-keyshortcuts={quiet ? undefined : 'Control+Enter'}
          rightSection={
            !quiet && (
              <Kbd size="xs" visibleFrom="sm" aria-hidden bg="transparent" c="inherit" bd="1px solid currentColor">
                Ctrl ↵
              </Kbd>
            )
          }
          onClick={next.run}
        >
          {next.label}
        </Button>
      )}
    </>
  )
}
