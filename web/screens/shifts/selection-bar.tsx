import { ActionIcon, Button, Kbd, Menu } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconDots, IconMap2, IconTruck, IconX } from '@tabler/icons-react'
import { type ShiftType, shiftMarks, shiftTypes } from '#domain/entities/shift/shift.entity.ts'
import { formatCount } from '#web/kit/format.ts'
import { useRootMark } from '#web/kit/page/root-mark.ts'
import { selectedCells } from '#web/ui/calendar-grid/grid-selection.ts'
import { type Grid, useSettledSelection } from '#web/ui/calendar-grid/grid-state.ts'
import { typeOrder } from './changes/calendar-keys.ts'
import classes from './selection-bar.module.css'

export type CalendarAction = 'open' | 'car' | 'route' | 'publish' | 'copy' | 'cut' | 'paste' | 'remove' | 'message' | 'undo' | 'clear'

type Props = {
  grid: Grid
  canUndo: boolean
  canPaste: boolean
  canText: boolean
  onType: (type: ShiftType) => void
  onAction: (action: CalendarAction) => void
}

const icon = { size: 16, 'aria-hidden': true } as const

/** What can be done with the selected cells; on a phone it is the only way, so it has everything that keys do. */
export function SelectionBar({ grid, canUndo, canPaste, canText, onType, onAction }: Props) {
  const count = selectedCells(useSettledSelection(grid)).length
  useRootMark('data-shift-bar', count > 0)
  if (count === 0) return null
  return (
    <div className={classes.bar} role="toolbar" aria-label="Valitut päivät">
      <strong className={classes.count} aria-live="polite">
        {formatCount(count)} {count === 1 ? 'valittu' : 'valittua'}
      </strong>
      <fieldset className={classes.types} aria-label="Tyyppi">
        {typeOrder.map((type) => (
          <Button key={type} size="xs" title={shiftTypes[type]} aria-label={shiftTypes[type]} onClick={() => onType(type)}>
            {shiftMarks[type]}
          </Button>
        ))}
      </fieldset>
      <Button size="xs" leftSection={<IconTruck {...icon} />} onClick={() => onAction('car')}>
        Auto
      </Button>
      <Button size="xs" leftSection={<IconMap2 {...icon} />} onClick={() => onAction('route')}>
        Reitti
      </Button>
      <Button size="xs" leftSection={<IconCheck {...icon} />} onClick={() => onAction('publish')}>
        Julkaise
      </Button>
      <Button
        size="xs"
        disabled={!canUndo}
        leftSection={<IconArrowBackUp {...icon} />}
        rightSection={
          <Kbd size="xs" visibleFrom="md" aria-hidden className={classes.key}>
            Ctrl Z
          </Kbd>
        }
        onClick={() => onAction('undo')}
      >
        Kumoa
      </Button>
      <Menu position="top-end" shadow="md" zIndex={130}>
        <Menu.Target>
          <Button size="xs" aria-label="Lisää toimintoja">
            <IconDots {...icon} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onAction('open')}>Avaa…</Menu.Item>
          <Menu.Item onClick={() => onAction('copy')}>Kopioi</Menu.Item>
          <Menu.Item onClick={() => onAction('cut')}>Siirrä toiseen paikkaan</Menu.Item>
          <Menu.Item disabled={!canPaste} onClick={() => onAction('paste')}>
            Liitä tähän
          </Menu.Item>
          {canText && <Menu.Item onClick={() => onAction('message')}>Tekstiviesti kuljettajille…</Menu.Item>}
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => onAction('remove')}>
            Poista vuorot
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ActionIcon variant="transparent" c="#ffffff" aria-label="Poista valinta" onClick={() => onAction('clear')}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}
