import { Button, Group, Modal, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useRef, useState } from 'react'
import { anyTime, movedWindows } from '#domain/entities/shipment/shipment.times.ts'
import { type DayDoubt, dayDoubt } from '#domain/features/orders/wished-day.ts'
import type { End } from '#domain/values/place/place.ts'
import { dayOf, startOfDay } from '#domain/values/time/time.ts'
import { type Holidays, useHolidays } from '#web/kit/form/holidays.ts'
import type { TypedNumber } from '#web/kit/form/typed-number.ts'
import { formatDay } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { settings } from '#web/session/settings.ts'
import type { OrderValues } from '../order-values.ts'
import { dayOrNone, movedTyped, type TypedWindows } from './order-notes.ts'

/** `toimitus`: a wished day; `nouto`: the day of a pickup window. */
type AskedDay = DayDoubt & { what: End }

const keyOf = ({ what, day }: { what: End; day: number }): string => `${what} ${day}`

/** The days that the order's lines wish for, without those that are stored already. */
function wishedDays({ toivottu_toimitus, rows, jobs, saved }: OrderValues): number[] {
  const stored = new Set([
    ...(saved?.lines ?? []).map((line) => line.toivottu_toimitus),
    ...(saved?.jobs ?? []).map((job) => job.toimituspaiva),
  ])
  const own = [...rows, ...jobs].flatMap(({ own }) => (own.toivottu_toimitus === null ? [] : [own.toivottu_toimitus]))
  return [...new Set([toivottu_toimitus, ...own].map(dayOrNone))].filter((day) => !stored.has(day))
}

const pickupKeys = ['nouto_aika_alku', 'nouto_aika_loppu'] as const

/** The days of the pickup windows, without those that are stored already. */
function pickupDays({ ajat, rows, saved }: OrderValues): number[] {
  const stored = new Set((saved?.lines ?? []).flatMap((line) => pickupKeys.map((key) => startOfDay(line[key]))))
  const times = [ajat, ...rows.flatMap(({ own }) => own.ajat ?? [])].flatMap((typed) => pickupKeys.map((key) => dayOrNone(typed[key])))
  return [...new Set(times.filter((at) => at > 0).map(startOfDay))].filter((day) => !stored.has(day))
}

/** The pickup windows on the next good days, at the same clock times. */
function movedPickup(typed: TypedWindows, doubts: readonly AskedDay[]): TypedWindows {
  const moved = { ...typed }
  for (const key of pickupKeys) {
    const at = dayOrNone(typed[key])
    const doubt = doubts.find(({ what, day }) => what === 'nouto' && at > 0 && startOfDay(at) === day)
    if (doubt) moved[key] = movedWindows({ ...anyTime, [key]: at }, doubt.day, doubt.next)[key]
  }
  return moved
}

/** The form with other days for those in doubt. */
function withNextDays(values: OrderValues, doubts: readonly AskedDay[]): Partial<OrderValues> {
  const nextOf = (day: TypedNumber): TypedNumber => doubts.find((doubt) => doubt.what === 'toimitus' && doubt.day === day)?.next ?? day
  const moved = <L extends Pick<OrderValues['rows'][number], 'own'>>(line: L): L =>
    line.own.toivottu_toimitus === null ? line : { ...line, own: { ...line.own, toivottu_toimitus: nextOf(line.own.toivottu_toimitus) } }
  const toivottu_toimitus = nextOf(values.toivottu_toimitus)
  // A pickup in doubt has a good day of its own, which the move of the delivery must not pass over.
  const ajat = movedPickup(movedTyped(values.ajat, dayOrNone(values.toivottu_toimitus), dayOrNone(toivottu_toimitus)), doubts)
  const rows = values.rows
    .map(moved)
    .map((row) => (row.own.ajat ? { ...row, own: { ...row.own, ajat: movedPickup(row.own.ajat, doubts) } } : row))
  return { toivottu_toimitus, ajat, rows, jobs: values.jobs.map(moved) }
}

function sentenceOf({ what, day, reason, next }: AskedDay, holidays: Holidays): string {
  const [named, good] = [formatDay(day), formatDay(next)]
  const called = what === 'nouto' ? 'Noutopäivä' : 'Toivottu päivä'
  const why = {
    sunday: `${called} ${named} on sunnuntai.`,
    holiday: `${called} ${named} on pyhäpäivä: ${(holidays.get(dayOf(day)) ?? '').toLocaleLowerCase('fi')}.`,
    late: `Tilausaika päivälle ${named} on päättynyt.`,
  }[reason]
  // A day ends in a full stop.
  return `${why} Seuraava mahdollinen päivä on ${good}`
}

type Answer = 'next' | 'keep' | 'back'
type PendingDays = { doubts: readonly AskedDay[]; answer: (answer: Answer) => void }

type DayCheck = {
  /** Asks about the wished days where that is needed, and changes the form as answered. False: the person goes back to the form. */
  confirmDays: (form: UseFormReturnType<OrderValues>) => Promise<boolean>
  dialog: ReactNode
}

/** Asks about a wished or pickup day that is a Sunday or a holiday, and a wished day past the cut-off (rules/orders.md#cut-off). */
export function useDayCheck({ staff }: { staff: boolean }): DayCheck {
  const holidays = useHolidays()
  const [pending, setPending] = useState<PendingDays | null>(null)
  const kept = useRef(new Set<string>())
  const confirmDays: DayCheck['confirmDays'] = async (form) => {
    // An administrator decides what is still possible today.
    const today = { now: nowSeconds(), holidays, cutOff: staff ? null : settings().orderCutOff }
    const values = form.getValues()
    // Orders are taken until the cut-off for the day of their delivery.
    const days = [
      ...wishedDays(values).map((day) => ({ what: 'toimitus' as const, doubt: dayDoubt(day, today) })),
      ...pickupDays(values).map((day) => ({ what: 'nouto' as const, doubt: dayDoubt(day, { ...today, cutOff: null }) })),
    ]
    const found = days.flatMap(({ what, doubt }): AskedDay[] => (doubt ? [{ what, ...doubt }] : []))
    const doubts = found.filter((doubt) => !kept.current.has(keyOf(doubt)))
    if (doubts.length === 0) return true
    const answer = await new Promise<Answer>((resolve) => setPending({ doubts, answer: resolve }))
    setPending(null)
    if (answer === 'next') form.setValues(withNextDays(form.getValues(), doubts))
    if (answer === 'keep') for (const doubt of doubts) kept.current.add(keyOf(doubt))
    return answer !== 'back'
  }
  return { confirmDays, dialog: <DayDialog pending={pending} holidays={holidays} /> }
}

function titleOf(doubts: readonly AskedDay[]): string {
  if (doubts.every(({ what }) => what === 'toimitus')) return 'Sopiiko toimituspäivä?'
  return doubts.every(({ what }) => what === 'nouto') ? 'Sopiiko noutopäivä?' : 'Sopivatko päivät?'
}

function DayDialog({ pending, holidays }: { pending: PendingDays | null; holidays: Holidays }) {
  const doubts = pending?.doubts ?? []
  const [only] = doubts.length === 1 ? doubts : []
  return (
    <Modal opened={pending !== null} onClose={() => pending?.answer('back')} title={titleOf(doubts)} size="md">
      {doubts.map((doubt) => (
        <Text key={keyOf(doubt)} mb="sm">
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
