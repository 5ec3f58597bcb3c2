import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Tuntituote } from '#domain/entities/hourly/hourly.entity.ts'
import { DateField } from '../../kit/date-field.tsx'
import { formatMinutes } from '../../kit/format.ts'
import { TimeField } from '../../kit/time-field.tsx'
import type { Typed } from '../../kit/typed.ts'
import classes from './order.module.css'
import { minutesWorked, readTimes, type TimeFaults, type TypedTimes, typedTimes, type WorkTimes } from './work-times.ts'

type Job = WorkTimes & Pick<Tuntituote, 'toimituspaiva' | 'tyyppi' | 'aika'>
type Props = {
  opened: boolean
  /** Whose times: `Tuntityö TT-5`. */
  called: string
  job: Job
  onClose: () => void
  onTimes: (times: WorkTimes) => void
}

/** Asks from when to when an hourly job was done. What is charged is typed by itself: this says so where the two differ. */
export function WorkTimesDialog({ opened, called, ...form }: Props) {
  return (
    <Modal opened={opened} onClose={form.onClose} title={`${called}: työaika`} size="md">
      <WorkTimesForm {...form} />
    </Modal>
  )
}

function WorkTimesForm({ job, onClose, onTimes }: Omit<Props, 'opened' | 'called'>) {
  const [typed, setTyped] = useState(() => typedTimes(job))
  const [faults, setFaults] = useState<TimeFaults>({})
  const read = readTimes(typed, job)
  const fieldOf = (name: keyof TypedTimes) => ({
    value: typed[name],
    error: faults[name],
    onChange: (value: Typed) => {
      setTyped((before) => ({ ...before, [name]: value }))
      setFaults({})
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if ('faults' in read) setFaults(read.faults)
    else onTimes(read.times)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
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
          <Button variant="default" onClick={onClose}>
            Takaisin
          </Button>
          <Button type="submit">Tallenna</Button>
        </Group>
      </Stack>
    </form>
  )
}

/** How long it was, and what is charged where that is another time. */
function durationText(times: WorkTimes, { tyyppi, aika }: Pick<Job, 'tyyppi' | 'aika'>): string {
  const minutes = minutesWorked(times)
  if (minutes === null) return ''
  const charged = aika > 0 ? `Laskutettavaksi on merkitty ${formatMinutes(aika)}.` : 'Laskutettavaa aikaa ei ole merkitty.'
  return [`Kesto ${formatMinutes(minutes)}.`, tyyppi === 'aika' && aika !== minutes ? charged : ''].filter(Boolean).join(' ')
}
