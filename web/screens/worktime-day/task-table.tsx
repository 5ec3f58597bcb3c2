import { Button, Tooltip } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { memo } from 'react'
import { formatMinutes, formatTime } from '#web/kit/format.ts'
import type { DayBounds } from './model/day-edits.ts'
import { borderRange, moveBorder } from './model/day-edits.ts'
import type { DayValues } from './model/day-values.ts'
import { typedMoment } from './model/typed-times.ts'
import { TaskRow } from './task-row.tsx'
import classes from './task-table.module.css'
import { TypedCell } from './typed-cell.tsx'
import type { DayForm } from './use-day-form.ts'

type Props = {
  form: DayForm
  /** The day as it is drawn, also while a border is dragged. */
  day: DayValues
  original: DayValues | null
  bounds: DayBounds
  now: number
  isLocked: boolean
  selected: string | null
  onSelect: (id: string) => void
  onAdd: () => void
  /** `poistuu 12.2.2027` */
  placesNote: string
}

/** The tasks of the day as rows: their start, type, length and place. Everything that the bar shows can be read and changed here. */
export function TaskTable({ form, day, original, bounds, now, isLocked, selected, onSelect, onAdd, placesNote }: Props) {
  return (
    <div className={classes.card}>
      <table className={classes.table}>
        <caption className={classes.caption}>Työtehtävät</caption>
        <thead>
          <tr>
            <th scope="col">Alkoi</th>
            <th scope="col">Tehtävä</th>
            <th scope="col" className={classes.length}>
              Kesto
            </th>
            <th scope="col">
              Paikka <span className={classes.faint}>({placesNote})</span>
            </th>
            <th scope="col" className={classes.tools}>
              {isLocked ? (
                <span className={classes.hidden}>Toiminnot</span>
              ) : (
                <Tooltip label="Lisää työtehtävä päivään">
                  <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
                    Lisää tehtävä
                  </Button>
                </Tooltip>
              )}
            </th>
          </tr>
        </thead>
        <tbody>
          {day.tehtavat.map((task, index) => (
            <TaskRow
              key={task.id}
              {...{ form, day, task, index, bounds, now, isLocked, onSelect }}
              recorded={original ? (original.tehtavat.find(({ id }) => id === task.id) ?? null) : undefined}
              isSelected={task.id === selected}
            />
          ))}
          <EndRow {...{ form, day, bounds, now, isLocked }} />
        </tbody>
      </table>
    </div>
  )
}

type EndProps = Pick<Props, 'form' | 'day' | 'bounds' | 'now' | 'isLocked'>

const EndRow = memo(({ form, day, bounds, now, isLocked }: EndProps) => {
  const count = day.tehtavat.length
  const isOpen = day.loppuaika === 0
  const minutes = Math.max(0, Math.floor(((isOpen ? now : day.loppuaika) - day.alkuaika) / 60))
  const text = isOpen ? '' : formatTime(day.loppuaika)
  return (
    <tr className={classes.end}>
      <td>
        {isLocked ? (
          text
        ) : (
          <TypedCell
            label="Päivä päättyi"
            path="content.loppuaika"
            text={text}
            placeholder="auki"
            read={(typed) => typedMoment(typed, day.loppuaika || now, borderRange(day, count, bounds))}
            onChange={(at) => form.edit(moveBorder(form.day, { index: count, at }, bounds), 'paiva.loppuaika')}
            onFault={(fault) => form.noteUnreadable('paiva.loppuaika', fault)}
            error={form.form.errors['content.loppuaika']}
          />
        )}
      </td>
      <th scope="row">{isOpen ? 'Päivä on auki' : 'Päivä päättyi'}</th>
      <td className={classes.length}>
        <b>{formatMinutes(minutes)}</b>
      </td>
      <td colSpan={2} />
    </tr>
  )
})
