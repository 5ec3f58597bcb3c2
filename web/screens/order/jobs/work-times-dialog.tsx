import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type CallFault, Conflict, refusalText } from '#web/data/fault.ts'
import { patch } from '#web/data/json-api.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { type EntityRow, newId } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { useAction } from '#web/data/use-action.ts'
import { type LineChange, reversed } from '#web/features/orders/line-changes.ts'
import { DateField } from '#web/kit/form/date-field.tsx'
import { TimeField } from '#web/kit/form/time-field.tsx'
import type { TypedNumber } from '#web/kit/form/typed-number.ts'
import { formatMinutes } from '#web/kit/format.ts'
import { FaultNote } from '#web/ui/fault-note.tsx'
import { showUndo } from '#web/ui/undo-toast.tsx'
import classes from '../order.module.css'
import {
  minutesWorked,
  readTimes,
  type TimeFaults,
  type TimesChange,
  type TypedTimes,
  timesChange,
  typedTimes,
  type WorkTimes,
} from './work-times.ts'

type Job = EntityRow<'tuntituote'>
type Props = {
  /** As it was when the dialog opened: saving over a newer version is rejected. */
  job: Job
  onClose: () => void
  onUndo: (back: LineChange, done: string) => void
}

/** Asks for the start and end of an hourly job. The charged time is a separate field: a note points out a difference. */
export function WorkTimesDialog({ job, onClose, onUndo }: Props) {
  const called = `Tuntityö ${job.tunniste}`
  const [typed, setTyped] = useState(() => typedTimes(job))
  const [faults, setFaults] = useState<TimeFaults>({})
  const [refusal, setRefusal] = useState('')
  const [draft] = useState(newId)
  const read = readTimes(typed, job)
  const fieldOf = (name: keyof TypedTimes) => ({
    value: typed[name],
    error: faults[name],
    onChange: (value: TypedNumber) => {
      setTyped((before) => ({ ...before, [name]: value }))
      setFaults({})
    },
  })

  const { run: save, isRunning: saving } = useAction({
    // A retry after a lost answer is the same save.
    mutationFn: (change: TimesChange) => patch('tuntituote', job, change.set, { quiet: 'all', idempotencyKey: saveKeyOf(draft, change) }),
    onSuccess: ({ row }, change) => {
      const back = reversed(change, row.vid)
      const done = `${called}: työaika tallennettu`
      if (back) showUndo(done, () => onUndo(back, done))
      onClose()
    },
    onFault: (failure) => setRefusal(refusalOf(failure)),
    onSettled: () => rereadAfterChange('tilaus', 'tuntituote'),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if ('faults' in read) return setFaults(read.faults)
    const change = timesChange(job, read.times)
    if (!change) return onClose()
    setRefusal('')
    save(change)
  }
  return (
    <Modal opened onClose={onClose} title={`${called}: työaika`} size="md" returnFocus>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {refusal !== '' && <FaultNote>{refusal}</FaultNote>}
          <div className={classes.times}>
            <DateField label="Alkoi" {...fieldOf('startDay')} />
            <TimeField label="Alkoi klo" data-autofocus {...fieldOf('startTime')} />
            <DateField label="Päättyi" {...fieldOf('endDay')} />
            <TimeField label="Päättyi klo" {...fieldOf('endTime')} />
          </div>
          <Text size="sm" c="dimmed" role="status">
            {'times' in read ? durationText(read.times, job) : ''}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={saving}>
              Takaisin
            </Button>
            <Button type="submit" loading={saving}>
              Tallenna
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function refusalOf(failure: CallFault): string {
  if (failure instanceof Conflict) return 'Joku muu ehti muuttaa tuntityötä. Sulje ikkuna, katso muutos ja yritä uudelleen.'
  return refusalText(failure)
}

/** The duration, and the charged time where it differs. */
function durationText(times: WorkTimes, { tyyppi, aika }: Pick<Job, 'tyyppi' | 'aika'>): string {
  const minutes = minutesWorked(times)
  if (minutes === null) return ''
  const charged = aika > 0 ? `Laskutettavaksi on merkitty ${formatMinutes(aika)}.` : 'Laskutettavaa aikaa ei ole merkitty.'
  return [`Kesto ${formatMinutes(minutes)}.`, tyyppi === 'aika' && aika !== minutes ? charged : ''].filter(Boolean).join(' ')
}
