import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type TaskType, taskTypes } from '#domain/entities/worktime/task-types.ts'
import { newId } from '#web/data/row.ts'
import { TaskIcon, taskTypeNames } from '#web/features/worktime/task-types.tsx'
import { formatTime } from '#web/kit/format.ts'
import { insertTask } from './model/day-edits.ts'
import type { DayValues } from './model/day-values.ts'
import { type ParsedText, typedLength, typedMoment } from './model/typed-times.ts'

type Props = {
  /** Null while the dialog is closed; `from` is proposed as its start. */
  at: { from: number } | null
  day: DayValues
  now: number
  onClose: () => void
  onAdd: (day: DayValues, id: string) => void
}

const options = taskTypeNames.map((type) => ({ value: type, label: taskTypes[type] }))
const faultOf = (typed: ParsedText<unknown>): string | null => ('fault' in typed ? typed.fault : null)

/** Asks what was done and when; the task that ran then is cut, and goes on after the new one when its length is given. */
export function AddTask({ at, onClose, ...rest }: Props) {
  return (
    <Modal opened={at !== null} onClose={onClose} title="Lisää työtehtävä" size="sm">
      {at && <AddForm from={at.from} onClose={onClose} {...rest} />}
    </Modal>
  )
}

function AddForm({ from, day, now, onClose, onAdd }: Omit<Props, 'at'> & { from: number }) {
  const [type, setType] = useState<TaskType>('TAUKO')
  const [start, setStart] = useState(formatTime(from))
  const [length, setLength] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const end = day.loppuaika || now
  const moment = typedMoment(start, from, { min: day.alkuaika, max: end - 60 })
  const minutes: ParsedText<number | null> =
    length.trim() === '' || !('value' in moment)
      ? { value: null }
      : typedLength(length, { min: 1, max: Math.floor((end - moment.value) / 60) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (!('value' in moment) || !('value' in minutes)) return
    const until = minutes.value === null ? null : moment.value + minutes.value * 60
    const id = newId()
    onAdd(insertTask(day, { id, restId: newId(), tyyppi: type, from: moment.value, until }, now), id)
    onClose()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Select
          label="Tehtävä"
          data={options}
          value={type}
          allowDeselect={false}
          leftSection={<TaskIcon type={type} />}
          onChange={(value) => setType(taskTypeNames.find((name) => name === value) ?? type)}
        />
        <TextInput
          label="Alkoi"
          data-autofocus
          inputMode="decimal"
          autoComplete="off"
          value={start}
          error={isChecked && faultOf(moment)}
          onChange={(event) => setStart(event.currentTarget.value)}
        />
        <TextInput
          label="Kesto (jos tehtävä jakaa toisen)"
          description="Tyhjänä tehtävä jatkuu seuraavan alkuun."
          placeholder="28 min"
          autoComplete="off"
          value={length}
          error={isChecked && faultOf(minutes)}
          onChange={(event) => setLength(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="xs">
          <Button variant="default" onClick={onClose}>
            Takaisin
          </Button>
          <Button type="submit">Lisää</Button>
        </Group>
      </Stack>
    </form>
  )
}
