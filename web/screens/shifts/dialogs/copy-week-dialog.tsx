import { Button, Group, Modal, Select, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ShiftCalendarData } from '#domain/features/shifts/shift-data.ts'
import { addDays, weekOf } from '#domain/values/time/time.ts'
import { newId } from '#web/data/row.ts'
import { shiftCalendarQuery } from '#web/features/shifts/shift-calendar.ts'
import { formatDay, plural } from '#web/kit/format.ts'
import { ErrorState } from '#web/ui/states.tsx'
import type { CalendarRange } from '../calendar-range.ts'
import { planWeek, type ShiftEdit, shiftsWithRemoved } from '../changes/shift-plans.ts'

type Props = {
  data: ShiftCalendarData
  range: CalendarRange
  onCopy: (planned: readonly ShiftEdit[], label: string) => void
  onClose: () => void
}

const weeksAhead = 8
const daysOfWeek = 7
const weekName = (first: number): string => `Viikko ${weekOf(first)}, ${formatDay(first)}–${formatDay(addDays(first, 6))}`
const choices = (weeks: readonly number[]) => weeks.map((first) => ({ value: String(first), label: weekName(first) }))

/** Copies the shifts of a week into another one, where drivers have nothing yet. */
export function CopyWeekDialog({ data, range, onCopy, onClose }: Props) {
  const shown = Array.from({ length: range.weeks }, (_, week) => addDays(range.first, week * daysOfWeek))
  const [from, setFrom] = useState(range.first)
  const [to, setTo] = useState(addDays(range.first, daysOfWeek))
  const targets = Array.from({ length: weeksAhead }, (_, week) => addDays(from, (week + 1) * daysOfWeek))
  const { data: target, isError, refetch } = useQuery(shiftCalendarQuery({ min: to, max: addDays(to, 6) }))
  const copied = data.tyovuorot.filter(({ paiva }) => paiva >= from && paiva < addDays(from, daysOfWeek))
  const days = new Map(Array.from({ length: daysOfWeek }, (_, day) => [addDays(from, day), addDays(to, day)]))
  const context = { newId, routes: data.tyoreitit, cars: data.autot, drivers: data.kuljettajat }
  const planned = target && planWeek(context, copied, { present: target.tyovuorot, dayOf: (day) => days.get(day) })
  const removed = shiftsWithRemoved(context, copied)
  const left = copied.length - (planned?.length ?? 0)
  return (
    <Modal opened onClose={onClose} title="Kopioi viikko" size="md" returnFocus>
      <Stack gap="md">
        <Select
          label="Mistä"
          data={choices(shown)}
          value={String(from)}
          allowDeselect={false}
          onChange={(value) => {
            if (!value) return
            setFrom(Number(value))
            setTo(addDays(Number(value), daysOfWeek))
          }}
        />
        <Select
          label="Minne"
          data={choices(targets)}
          value={String(to)}
          allowDeselect={false}
          onChange={(value) => value && setTo(Number(value))}
        />
        {planned ? (
          <Text aria-live="polite">
            {planned.length === 0 ? 'Mitään ei lisätä. ' : `Lisätään ${plural(planned.length, 'vuoro', 'vuoroa')} julkaisemattomina. `}
            {left > 0 && `${plural(left, 'vuoro jää', 'vuoroa jää')} kopioimatta, koska päivällä on jo vuoro. `}
            {removed > 0 && `${plural(removed, 'vuorosta', 'vuorosta')} jää pois poistettu reitti tai auto. `}
            {copied.length === 0 && 'Viikolla ei ole vuoroja.'}
          </Text>
        ) : isError ? (
          <ErrorState retry={() => void refetch()} />
        ) : (
          <Skeleton height={44} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Takaisin
          </Button>
          <Button
            disabled={!planned || planned.length === 0}
            onClick={() => {
              onCopy(planned ?? [], `Viikko ${weekOf(from)} kopioitu viikolle ${weekOf(to)}`)
              onClose()
            }}
          >
            Kopioi
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
