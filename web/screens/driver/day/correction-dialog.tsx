import { Alert, Button, Group, Modal, NativeSelect, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { tyoaika_korjauspyynto } from '#domain/entities/correction-request/correction-request.entity.ts'
import { proposalFault } from '#domain/entities/correction-request/correction-request.rules.ts'
import { type TaskType, taskTypes } from '#domain/entities/worktime/task-types.ts'
import { useAction } from '#web/data/use-action.ts'
import { requestCorrection } from '#web/features/worktime/correction-send.ts'
import { taskTypeNames } from '#web/features/worktime/task-types.tsx'
import { forgottenFault, typedProposal, typedTasks } from '#web/features/worktime/typed-proposal.ts'
import { TimeField } from '#web/kit/form/time-field.tsx'
import type { TypedNumber } from '#web/kit/form/typed-number.ts'
import { formatDay, formatTime } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { showDone } from '#web/ui/undo-toast.tsx'
import classes from './own-days.module.css'

export type CorrectedDay = { id: string; paiva: number; alkuaika: number; loppuaika: number }
type Task = { id: string; tyyppi: TaskType; alkuaika: number }
type Props = {
  day: CorrectedDay
  /** The tasks that were recorded; [] when the device does not know them. */
  tasks: readonly Task[]
  opened: boolean
  onClose: () => void
}

const typeChoices = taskTypeNames.map((value) => ({ value, label: taskTypes[value] }))
const typeOf = (value: string): TaskType => taskTypeNames.find((type) => type === value) ?? 'MUU'

/** A forgotten task as it is typed. */
type Added = { tyyppi: TaskType; from: TypedNumber; until: TypedNumber }
const nothingAdded: Added = { tyyppi: 'TAUKO', from: '', until: '' }

function forgottenOf({ tyyppi, from, until }: Added) {
  return typeof from === 'number' && typeof until === 'number' ? { tyyppi, start: from, end: until } : null
}
/** Both of its times are given, or none. */
const isWhole = ({ from, until }: Added): boolean => (from === '') === (until === '')

const unreadable = (value: TypedNumber): boolean => typeof value !== 'number' && value !== ''

/** Asks the administrator to correct a working day (rules/worktime.md#corrections), with a network or without. */
export function CorrectionDialog({ day, tasks, opened, onClose }: Props) {
  const [reason, setReason] = useState('')
  const [start, setStart] = useState<TypedNumber>('')
  const [end, setEnd] = useState<TypedNumber>('')
  const [types, setTypes] = useState<ReadonlyMap<string, TaskType>>(new Map())
  const [added, setAdded] = useState<Added>(nothingAdded)
  const [fault, setFault] = useState<string | null>(null)
  const [timesFault, setTimesFault] = useState<string | null>(null)
  const times = typedProposal(day, { start, end })
  const proposed = { ...day, ...times, isMoved: Object.keys(times).length > 0 }
  const { run: send, isRunning } = useAction({
    mutationFn: async () => {
      const tyotehtavat = typedTasks(proposed, tasks, { types, forgotten: forgottenOf(added) })
      const proposal = { ...times, ...(tyotehtavat ? { tyotehtavat } : {}) }
      if (!(await requestCorrection(day, { reason: reason.trim(), proposal })))
        return setFault('Laite ei voi tallentaa pyyntöä. Yritä uudelleen.')
      showDone('Korjauspyyntö on tallessa ja lähtee ajojärjestelyyn.')
      setReason('')
      setStart('')
      setEnd('')
      setTypes(new Map())
      setAdded(nothingAdded)
      onClose()
    },
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    const isEmpty = reason.trim() === ''
    setFault(isEmpty ? 'Kerro, mitä pitäisi korjata.' : null)
    if ([start, end, added.from, added.until].some(unreadable) || !isWhole(added)) return
    const forgotten = forgottenOf(added)
    const wrong = proposalFault(day, times, nowSeconds()) ?? (forgotten && forgottenFault(proposed, forgotten, nowSeconds()))
    setTimesFault(wrong)
    if (!isEmpty && wrong === null) send(undefined)
  }
  return (
    <Modal opened={opened} onClose={onClose} title={`Pyydä korjausta: ${formatDay(day.paiva)}`} size="md" returnFocus>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Textarea
            label="Mitä pitäisi korjata ja miksi?"
            description="Esimerkiksi: tauko alkoi jo 11.30, unohdin painaa."
            withAsterisk
            autosize
            minRows={3}
            size="md"
            data-autofocus
            maxLength={tyoaika_korjauspyynto.fields.perustelu.max}
            value={reason}
            error={fault}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group grow align="flex-start">
            <TimeField
              label="Päivä alkoi klo"
              description="Jos haluat ehdottaa"
              size="md"
              placeholder={formatTime(day.alkuaika)}
              value={start}
              onChange={setStart}
            />
            {day.loppuaika > 0 && (
              <TimeField
                label="Päivä päättyi klo"
                description="Jos haluat ehdottaa"
                size="md"
                placeholder={formatTime(day.loppuaika)}
                value={end}
                onChange={setEnd}
              />
            )}
          </Group>
          {tasks.length > 0 && <Tasks tasks={tasks} types={types} onTypes={setTypes} added={added} onAdded={setAdded} />}
          {timesFault && (
            <Alert color="red" role="alert">
              {timesFault}
            </Alert>
          )}
          <Group grow preventGrowOverflow={false}>
            <Button variant="default" size="lg" onClick={onClose}>
              Takaisin
            </Button>
            <Button type="submit" size="lg" loading={isRunning}>
              Lähetä pyyntö
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

type TasksProps = {
  tasks: readonly Task[]
  types: ReadonlyMap<string, TaskType>
  onTypes: (types: ReadonlyMap<string, TaskType>) => void
  added: Added
  onAdded: (added: Added) => void
}

/** The recorded tasks, whose types may be changed, and one that was forgotten. */
function Tasks({ tasks, types, onTypes, added, onAdded }: TasksProps) {
  return (
    <>
      <fieldset className={classes.tasks}>
        <legend>Kirjatut tehtävät</legend>
        {tasks.map(({ id, tyyppi, alkuaika }) => (
          <NativeSelect
            key={id}
            label={`klo ${formatTime(alkuaika)}`}
            size="md"
            data={typeChoices}
            value={types.get(id) ?? tyyppi}
            onChange={(event) => onTypes(new Map([...types, [id, typeOf(event.currentTarget.value)]]))}
          />
        ))}
      </fieldset>
      <fieldset className={classes.tasks}>
        <legend>Unohtunut tehtävä</legend>
        <NativeSelect
          label="Tehtävä"
          size="md"
          data={typeChoices}
          value={added.tyyppi}
          onChange={(event) => onAdded({ ...added, tyyppi: typeOf(event.currentTarget.value) })}
        />
        <Group grow align="flex-start">
          <TimeField label="Alkoi klo" size="md" value={added.from} onChange={(from) => onAdded({ ...added, from })} />
          <TimeField label="Loppui klo" size="md" value={added.until} onChange={(until) => onAdded({ ...added, until })} />
        </Group>
        {!isWhole(added) && <p role="status">Anna sekä alku että loppu.</p>}
      </fieldset>
    </>
  )
}
