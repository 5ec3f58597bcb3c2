import { Menu } from '@mantine/core'
import { type ShiftType, shiftMarks, shiftTypes } from '#domain/entities/shift/shift.entity.ts'
import type { MenuPoint } from '#web/ui/calendar-grid/grid-menu.ts'
import { typeOrder } from './changes/calendar-keys.ts'
import classes from './selection-bar.module.css'
import type { CalendarAction } from './selection-bar.tsx'

type Props = {
  at: MenuPoint
  canPaste: boolean
  canText: boolean
  onType: (type: ShiftType) => void
  onAction: (action: CalendarAction) => void
  onClose: () => void
}

type Entry = { action: CalendarAction; text: string; keys?: string; isOff?: boolean }

/** The menu of the selected cells, at the pointer or at the cell. */
export function CellMenu({ at, canPaste, canText, onType, onAction, onClose }: Props) {
  const entry = ({ action, text, keys = '', isOff = false }: Entry) => (
    <Menu.Item
      key={action}
      disabled={isOff}
      color={action === 'remove' ? 'red' : undefined}
      rightSection={<span className={classes.menuKey}>{keys}</span>}
      onClick={() => onAction(action)}
    >
      {text}
    </Menu.Item>
  )
  const plans: Entry[] = [
    { action: 'car', text: 'Auto…', keys: 'a' },
    { action: 'route', text: 'Reitti…', keys: 'r' },
    { action: 'publish', text: 'Julkaise…' },
    ...(canText ? [{ action: 'message', text: 'Tekstiviesti kuljettajille…' } as const] : []),
  ]
  const moves: Entry[] = [
    { action: 'copy', text: 'Kopioi', keys: 'Ctrl C' },
    { action: 'cut', text: 'Siirrä toiseen paikkaan', keys: 'Ctrl X' },
    { action: 'paste', text: 'Liitä tähän', keys: 'Ctrl V', isOff: !canPaste },
    { action: 'remove', text: 'Poista vuorot', keys: 'Del' },
  ]
  return (
    <Menu opened onClose={onClose} position="bottom-start" shadow="md" width={240} returnFocus={false} trapFocus>
      <Menu.Target>
        <span className={classes.menuPoint} style={{ left: at.x, top: at.y }} />
      </Menu.Target>
      <Menu.Dropdown>
        {entry({ action: 'open', text: 'Avaa…', keys: '↵' })}
        <Menu.Divider />
        {typeOrder.map((type) => (
          <Menu.Item
            key={type}
            rightSection={<span className={classes.menuKey}>{shiftMarks[type].toLowerCase()}</span>}
            onClick={() => onType(type)}
          >
            {shiftTypes[type]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {plans.map(entry)}
        <Menu.Divider />
        {moves.map(entry)}
      </Menu.Dropdown>
    </Menu>
  )
}
