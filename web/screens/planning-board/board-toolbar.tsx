import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconMinus, IconPlus } from '@tabler/icons-react'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { BoardDay } from '#web/features/planning-board/board-day.tsx'
import { formatDay } from '#web/kit/format.ts'
import classes from './planning-board.module.css'

type Step = { can: boolean; text: string; run: () => void }
type Props = { day: number; now: number; onDay: (day: number) => void }
type ToolsProps = { hours: string; zoom: number; maxZoom: number; undo: Step; redo: Step; onZoom: (zoom: number) => void }

/** The day, and the days around today. */
export function BoardDays({ day, now, onDay }: Props) {
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
      <BoardDay day={day} onDay={onDay} />
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
