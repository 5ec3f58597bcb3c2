import { Button, Group, Modal, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useRef, useState } from 'react'
import { type DayDoubt, dayDoubt } from '#domain/features/orders/wished-day.ts'
import { dayOf } from '#domain/values/time/time.ts'
import { type Holidays, useHolidays } from '#web/kit/form/holidays.ts'
import type { TypedNumber } from '#web/kit/form/typed-number.ts'
import { formatDay } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { settings } from '#web/session/settings.ts'
import type { OrderValues } from '../order-values.ts'
import { dayOrNone, movedTyped } from './order-notes.ts'

/** The days that the order's lines wish for, without those that are stored already. */
function wishedDays({ toivottu_toimitus, rows, jobs, saved }: OrderValues): number[] {
  const stored = new Set([
    ...(saved?.lines ?? []).map((line) => line.toivottu_toimitus),
    ...(saved?.jobs ?? []).map((job) => job.toimituspaiva),
  ])
  const own = [...rows, ...jobs].flatMap(({ own }) => (own.toivottu_toimitus === null ? [] : [own.toivottu_toimitus]))
  return [...new Set([toivottu_toimitus, ...own].map(dayOrNone))].filter((day) => !stored.has(day))
}

/** The form with other days for those in doubt. */
function withNextDays(values: OrderValues, doubts: readonly DayDoubt[]): Partial<OrderValues> {
  const nextOf = (day: TypedNumber): TypedNumber => doubts.find((doubt) => doubt.day === day)?.next ?? day
  const moved = <L extends Pick<OrderValues['rows'][number], 'own'>>(line: L): L =>
    line.own.toivottu_toimitus === null ? line : { ...line, own: { ...line.own, toivottu_toimitus: nextOf(line.own.toivottu_toimitus) } }
  const toivottu_toimitus = nextOf(values.toivottu_toimitus)
  const ajat = movedTyped(values.ajat, dayOrNone(values.toivottu_toimitus), dayOrNone(toivottu_toimitus))
  return { toivottu_toimitus, ajat, rows: values.rows.map(moved), jobs: values.jobs.map(moved) }
}

function sentenceOf({ day, reason, next }: DayDoubt, holidays: Holidays): string {
  const [named, good] = [formatDay(day), formatDay(next)]
  const why = {
    sunday: `Toivottu päivä ${named} on sunnuntai.`,
    holiday: `Toivottu päivä ${named} on pyhäpäivä: ${(holidays.get(dayOf(day)) ?? '').toLocaleLowerCase('fi')}.`,
    late: `Tilausaika päivälle ${named} on päättynyt.`,
  }[reason]
  // A day ends in a full stop.
  return `${why} Seuraava mahdollinen päivä on ${good}`
}

type Answer = 'next' | 'keep' | 'back'
type PendingDays = { doubts: readonly DayDoubt[]; answer: (answer: Answer) => void }

type DayCheck = {
  /** Asks about the wished days where that is needed, and changes the form as answered. False: the person goes back to the form. */
  confirmDays: (form: UseFormReturnType<OrderValues>) => Promise<boolean>
  dialog: ReactNode
}

/** Asks about a wished day that is a Sunday, a holiday or past the cut-off (rules/orders.md#cut-off). */
export function useDayCheck({ staff }: { staff: boolean }): DayCheck {
  const holidays = useHolidays()
  const [pending, setPending] = useState<PendingDays | null>(null)
  const kept = useRef(new Set<number>())
  const confirmDays: DayCheck['confirmDays'] = async (form) => {
    // An administrator decides what is still possible today.
    const today = { now: nowSeconds(), holidays, cutOff: staff ? null : settings().orderCutOff }
    const doubts = wishedDays(form.getValues()).flatMap((day) => (kept.current.has(day) ? [] : (dayDoubt(day, today) ?? [])))
    if (doubts.length === 0) return true
    const answer = await new Promise<Answer>((resolve) => setPending({ doubts, answer: resolve }))
    setPending(null)
    if (answer === 'next') form.setValues(withNextDays(form.getValues(), doubts))
    if (answer === 'keep') for (const { day } of doubts) kept.current.add(day)
    return answer !== 'back'
  }
  return { confirmDays, dialog: <DayDialog pending={pending} holidays={holidays} /> }
}

function DayDialog({ pending, holidays }: { pending: PendingDays | null; holidays: Holidays }) {
  const doubts = pending?.doubts ?? []
  const [only] = doubts.length === 1 ? doubts : []
  return (
    <Modal opened={pending !== null} onClose={() => pending?.answer('back')} title="Sopiiko toimituspäivä?" size="md">
      {doubts.map((doubt) => (
        <Text key={doubt.day} mb="sm">
          {sentenceOf(doubt, holidays)}
        </Text>
      ))}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => pending?.answer('keep')}>
          {only ? `Pidä ${formatDay(only.day)}` : 'Pidä päivät'}
        </Button>
        <Button onClick={() => pending?.answer('next')} data-autofocus>
          {only ? `Vaihda: ${formatDay(only.next)}` : 'Vaihda päivät'}
        </Button>
      </Group>
    </Modal>
  )
}
