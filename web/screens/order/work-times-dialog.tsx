import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { CallFault, Conflict } from '../../data/fault.ts'
import { patch } from '../../data/json-api.ts'
import { rereadAfterChange } from '../../data/queries.ts'
import { newId, type Seen } from '../../data/row.ts'
import { saveKeyOf } from '../../data/save-key.ts'
import { DateField } from '../../kit/date-field.tsx'
import { formatMinutes } from '../../kit/format.ts'
import { type LineChange, reversed } from '../../kit/line-changes.ts'
import { TimeField } from '../../kit/time-field.tsx'
import type { Typed } from '../../kit/typed.ts'
import { FaultNote } from '../../ui/fault-note.tsx'
import { showUndo } from '../../ui/undo-toast.tsx'
import classes from './order.module.css'
import { minutesWorked, readTimes, type TimeFaults, type TypedTimes, timesChange, typedTimes, type WorkTimes } from './work-times.ts'

type Job = Seen<'tuntituote'>
type Props = {
  /** As it was when the dialog was opened: whoever saves over a newer one is refused. */
  job: Job
  onClose: () => void
  onUndo: (back: LineChange) => void
}

/** Asks from when to when an hourly job was done. What is charged is typed by itself: this says so where the two differ. */
export function WorkTimesDialog({ job, onClose, onUndo }: Props) {
  const called = `Tuntityö ${job.tunniste}`
  const [typed, setTyped] = useState(() => typedTimes(job))
  const [faults, setFaults] = useState<TimeFaults>({})
  const [refusal, setRefusal] = useState('')
  const [saving, setSaving] = useState(false)
  const [draft] = useState(newId)
  const read = readTimes(typed, job)
  const fieldOf = (name: keyof TypedTimes) => ({
    value: typed[name],
    error: faults[name],
    onChange: (value: Typed) => {
      setTyped((before) => ({ ...before, [name]: value }))
      setFaults({})
    },
  })

  async function save(times: WorkTimes): Promise<void> {
    const change = timesChange(job, times)
    if (!change) return onClose()
    setSaving(true)
    setRefusal('')
    try {
      // Pressed again after a lost answer, it is the same save.
      const { row } = await patch('tuntituote', job, change.set, { quiet: [0, 404, 409, 422], idempotencyKey: saveKeyOf(draft, change) })
      const back = reversed(change, row.vid)
      if (back) showUndo(`${called}: työaika tallennettu`, () => onUndo(back))
      onClose()
    } catch (failure) {
      if (!(failure instanceof CallFault)) throw failure
      setRefusal(refusalOf(failure))
      setSaving(false)
    }
    await rereadAfterChange('tilaus', 'tuntituote')
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if ('faults' in read) setFaults(read.faults)
    else if (!saving) void save(read.times)
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
  return failure.status === 0 ? 'Palvelin ei vastannut. Yritä uudelleen.' : failure.message
}

/** How long it was, and what is charged where that is another time. */
function durationText(times: WorkTimes, { tyyppi, aika }: Pick<Job, 'tyyppi' | 'aika'>): string {
  const minutes = minutesWorked(times)
  if (minutes === null) return ''
  const charged = aika > 0 ? `Laskutettavaksi on merkitty ${formatMinutes(aika)}.` : 'Laskutettavaa aikaa ei ole merkitty.'
  return [`Kesto ${formatMinutes(minutes)}.`, tyyppi === 'aika' && aika !== minutes ? charged : ''].filter(Boolean).join(' ')
}
