import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCalendar,
  IconChevronLeft,
  IconChevronRight,
  IconMinus,
  IconPlus,
} from '@tabler/icons-react'
import { useState } from 'react'
import { addDays, dayOf, midnightOf, startOfDay } from '#domain/values/time/time.ts'
import { formatDate, formatDay } from '#web/kit/format.ts'
import classes from './planning-board.module.css'

type Step = { can: boolean; text: string; run: () => void }
type Props = { day: number; now: number; onDay: (day: number) => void }
type ToolsProps = { hours: string; zoom: number; maxZoom: number; undo: Step; redo: Step; onZoom: (zoom: number) => void }

/** `ti 24.11.2026` */
const dayName = (day: number): string => `${formatDay(day).split(' ')[0]} ${formatDate(day)}`

/** The day, and the days around today. */
export function BoardDay({ day, now, onDay }: Props) {
  const today = startOfDay(now)
  const quick: [number, string][] = [
    [-1, 'Eilen'],
    [0, 'Tänään'],
    [1, 'Huomenna'],
    [2, formatDay(addDays(today, 2))],
    [3, formatDay(addDays(today, 3))],
  ]
  return (
    <div className={classes.toolbar}>
      <ActionIcon variant="default" size={36} aria-label="Edellinen päivä" onClick={() => onDay(addDays(day, -1))}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <DayButton day={day} onDay={onDay} />
      <ActionIcon variant="default" size={36} aria-label="Seuraava päivä" onClick={() => onDay(addDays(day, 1))}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      <div className={classes.quick}>
        {quick.map(([days, label]) => {
          const at = addDays(today, days)
          return (
            <Button
              key={label}
              size="compact-sm"
              radius="xl"
              variant={at === day ? 'light' : 'default'}
              aria-pressed={at === day}
              onClick={() => onDay(at)}
            >
              {label}
            </Button>
          )
        })}
      </div>
    </div>
  )
}

/** The hours shown, and undo and redo. */
export function BoardTools({ hours, zoom, maxZoom, undo, redo, onZoom }: ToolsProps) {
  return (
    <div className={classes.tools}>
      <div className={`${classes.tools} ${classes.zooms}`}>
        <ActionIcon variant="default" size={36} aria-label="Näytä enemmän tunteja" disabled={zoom === 0} onClick={() => onZoom(zoom - 1)}>
          <IconMinus size={16} aria-hidden />
        </ActionIcon>
        <span className={classes.zoom}>{hours}</span>
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Näytä vähemmän tunteja"
          disabled={zoom === maxZoom}
          onClick={() => onZoom(zoom + 1)}
        >
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      </div>
      <Tooltip label={undo.can ? `Kumoa: ${undo.text}` : 'Ei kumottavaa'}>
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={!undo.can}
          aria-keyshortcuts="Control+Z"
          onClick={undo.run}
        >
          Kumoa
        </Button>
      </Tooltip>
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Tee uudelleen"
        disabled={!redo.can}
        aria-keyshortcuts="Control+Shift+Z"
        onClick={redo.run}
      >
        <IconArrowForwardUp size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}

function DayButton({ day, onDay }: Pick<Props, 'day' | 'onDay'>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconCalendar size={16} aria-hidden />}
          aria-label={`Päivä ${dayName(day)}, vaihda`}
          onClick={() => setIsOpen((open) => !open)}
        >
          {dayName(day)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <DatePicker
          ariaLabels={{ previousMonth: 'Edellinen kuukausi', nextMonth: 'Seuraava kuukausi', monthLevelControl: 'Valitse kuukausi' }}
          value={dayOf(day)}
          defaultDate={dayOf(day)}
          onChange={(picked) => {
            setIsOpen(false)
            if (picked !== null) onDay(midnightOf(picked))
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
