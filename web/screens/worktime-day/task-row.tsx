import { ActionIcon, Group, Select, TextInput, Tooltip } from '@mantine/core'
import { IconCut, IconTrash } from '@tabler/icons-react'
import { type TaskType, taskTypes } from '#domain/entities/worktime/task-types.ts'
import { newId } from '#web/data/row.ts'
import { TaskIcon, taskTypeNames } from '#web/features/worktime/task-types.tsx'
import { formatMinutes, formatTime } from '#web/kit/format.ts'
import { borderRange, changeTask, type DayBounds, endOfTask, moveBorder, removeTask, splitTask } from './model/day-edits.ts'
import type { DayValues, TaskValues } from './model/day-values.ts'
import { typedLength, typedMoment } from './model/typed-times.ts'
import classes from './task-table.module.css'
import { TypedCell } from './typed-cell.tsx'
import type { DayForm } from './use-day-form.ts'

type Props = {
  form: DayForm
  day: DayValues
  task: TaskValues
  index: number
  bounds: DayBounds
  now: number
  isLocked: boolean
  isSelected: boolean
  /** The same task as the driver recorded it; null when it was added later, undefined when nothing was recorded by the driver. */
  recorded: TaskValues | null | undefined
  onSelect: (id: string) => void
}

const options = taskTypeNames.map((type) => ({ value: type, label: taskTypes[type] }))
const isTaskType = (text: string | null): text is TaskType => text !== null && text in taskTypes
const longestPlace = 255

export function TaskRow(props: Props) {
  const { form, day, task, index, now, isLocked, isSelected, recorded, onSelect } = props
  const name = `${taskTypes[task.tyyppi]} klo ${formatTime(task.alkuaika)}`
  const error = (field: string) => form.form.errors[`content.tehtavat.${index}.${field}`]
  const end = endOfTask(day, index) || Math.max(now, task.alkuaika)
  const difference = differenceOf({ task, recorded })
  return (
    <tr data-task={task.id} data-selected={isSelected || undefined} className={classes.task} onFocus={() => onSelect(task.id)}>
      <td className={`${classes.cell} ${classes.first}`}>
        <StartCell {...props} name={name} error={error('alkuaika')} />
      </td>
      <td className={`${classes.cell} ${classes.type}`}>
        {isLocked ? (
          <span className={classes.typeText}>
            <TaskIcon type={task.tyyppi} />
            {taskTypes[task.tyyppi]}
          </span>
        ) : (
          <Select
            size="xs"
            classNames={{ input: classes.quiet ?? '' }}
            aria-label={`Tehtävä klo ${formatTime(task.alkuaika)}`}
            data-path={`content.tehtavat.${index}.tyyppi`}
            data={options}
            value={task.tyyppi}
            allowDeselect={false}
            leftSection={<TaskIcon type={task.tyyppi} />}
            leftSectionPointerEvents="none"
            rightSectionWidth={20}
            comboboxProps={{ width: 170, position: 'bottom-start' }}
            renderOption={({ option }) => (
              <Group gap={8}>
                {isTaskType(option.value) && <TaskIcon type={option.value} />}
                {option.label}
              </Group>
            )}
            error={error('tyyppi')}
            onChange={(type) => isTaskType(type) && form.edit(changeTask(form.day, task.id, { tyyppi: type }))}
          />
        )}
      </td>
      <td className={`${classes.cell} ${classes.length}`}>
        <LengthCell {...props} name={name} end={end} />
      </td>
      <td
        className={`${classes.cell} ${classes.place}`}
        data-empty={(isLocked && task.address_print === '' && difference === '') || undefined}
      >
        <span className={classes.placeLine}>
          {isLocked ? (
            <span>{task.address_print || '–'}</span>
          ) : (
            <TextInput
              size="xs"
              classNames={{ root: classes.placeRoot ?? '', input: classes.quiet ?? '' }}
              aria-label={`Paikka, ${name}`}
              data-path={`content.tehtavat.${index}.address_print`}
              placeholder="–"
              maxLength={longestPlace}
              value={task.address_print}
              error={error('address_print')}
              onChange={(event) =>
                form.edit(changeTask(form.day, task.id, { address_print: event.currentTarget.value }), `${task.id}.paikka`)
              }
            />
          )}
          {difference && <span className={classes.mark}>{difference}</span>}
        </span>
      </td>
      <td className={`${classes.cell} ${classes.tools}`}>{!isLocked && <RowTools {...props} name={name} end={end} />}</td>
    </tr>
  )
}

function StartCell({ form, day, task, index, bounds, isLocked, name, error }: Props & { name: string; error: React.ReactNode }) {
  const text = formatTime(task.alkuaika)
  if (isLocked) return <span className={classes.fixed}>{text}</span>
  const key = `${task.id}.alkuaika`
  return (
    <TypedCell
      label={index === 0 ? `Päivä alkoi, ${name}` : `Alkoi, ${name}`}
      path={`content.tehtavat.${index}.alkuaika`}
      text={text}
      read={(typed) => typedMoment(typed, task.alkuaika, borderRange(day, index, bounds))}
      onChange={(at) => form.edit(moveBorder(form.day, { index, at }, bounds), key)}
      onFault={(fault) => form.noteUnreadable(key, fault)}
      error={error}
    />
  )
}

/** The length moves the border after the task. That of the running task of an open day cannot be typed. */
function LengthCell({ form, day, task, index, bounds, isLocked, name, end }: Props & { name: string; end: number }) {
  const text = formatMinutes(Math.floor((end - task.alkuaika) / 60))
  const isRunning = day.loppuaika === 0 && index === day.tehtavat.length - 1
  if (isLocked || isRunning) return <span className={classes.fixed}>{text}</span>
  const key = `${task.id}.kesto`
  const range = borderRange(day, index + 1, bounds)
  const limits = { min: Math.ceil((range.min - task.alkuaika) / 60), max: Math.floor((range.max - task.alkuaika) / 60) }
  return (
    <TypedCell
      label={`Kesto, ${name}`}
      path={`content.tehtavat.${index}.kesto`}
      text={text}
      read={(typed) => typedLength(typed, limits)}
      onChange={(minutes) => form.edit(moveBorder(form.day, { index: index + 1, at: task.alkuaika + minutes * 60 }, bounds), key)}
      onFault={(fault) => form.noteUnreadable(key, fault)}
    />
  )
}

/** How the task differs from what the driver recorded; '' when it does not. */
function differenceOf({ task, recorded }: Pick<Props, 'task' | 'recorded'>): string {
  if (recorded === undefined) return ''
  if (recorded === null) return 'Lisätty'
  const before = [
    ...(recorded.tyyppi === task.tyyppi ? [] : [taskTypes[recorded.tyyppi].toLowerCase()]),
    ...(recorded.alkuaika === task.alkuaika ? [] : [formatTime(recorded.alkuaika)]),
  ]
  return before.length === 0 ? '' : `Oli ${before.join(' ')}`
}

function RowTools({ form, day, index, name, task, end, now }: Props & { name: string; end: number }) {
  return (
    <Group gap={0} wrap="nowrap" justify="flex-end">
      <Tooltip label="Jaa kahtia">
        <ActionIcon
          size={26}
          aria-label={`Jaa kahtia, ${name}`}
          disabled={end - task.alkuaika < 120}
          onClick={() => form.edit(splitTask(form.day, index, { id: newId(), now }))}
        >
          <IconCut size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Poista">
        <ActionIcon
          size={26}
          aria-label={`Poista, ${name}`}
          disabled={day.tehtavat.length < 2}
          onClick={() => form.edit(removeTask(form.day, index))}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
