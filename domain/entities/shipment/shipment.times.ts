import type { Change, RowFault } from '../../model/define-entity.ts'
import { integer, moment } from '../../model/define-field.ts'
import { type End, ends } from '../../values/place/place.ts'
import { daysBetween, formatDay, formatTime } from '../../values/time/helsinki-clock.ts'
import { addDays, atTime, minuteOfDay, wishedDayFault } from '../../values/time/time.ts'

/** When goods may be picked up and delivered (rules/planning-board.md#times-of-shipments). Unix seconds; 0 = any time. */
export const timeWindowFields = {
  nouto_aika_alku: moment('Nouto aikaisintaan'),
  nouto_aika_loppu: moment('Nouto viimeistään'),
  toimitus_aika_alku: moment('Toimitus aikaisintaan'),
  toimitus_aika_loppu: moment('Toimitus viimeistään'),
}
export const planningFields = {
  palveluaika: integer('Aika pysähdyksellä (min)', { max: 600 }),
  luvattu_aika: moment('Luvattu aika'),
}

/** What the dispatchers decide; customers only read it. */
export const planningKeys = ['palveluaika', 'luvattu_aika'] as const satisfies readonly (keyof typeof planningFields)[]

export type TimeWindowKey = keyof typeof timeWindowFields
export type TimeWindows = Record<TimeWindowKey, number>
export const timeWindowKeys = Object.keys(timeWindowFields) as TimeWindowKey[]
export const anyTime: TimeWindows = { nouto_aika_alku: 0, nouto_aika_loppu: 0, toimitus_aika_alku: 0, toimitus_aika_loppu: 0 }

/** The time window at one end. */
export const windowAt = (end: End, windows: TimeWindows): { start: number; end: number } => ({
  start: windows[`${end}_aika_alku`],
  end: windows[`${end}_aika_loppu`],
})

/** The same clock times as many calendar days later as `to` is after `from`. Without one of the days the windows stay. */
export function movedWindows(windows: TimeWindows, from: number, to: number): TimeWindows {
  const days = from === 0 || to === 0 ? 0 : daysBetween(from, to)
  const moved = (at: number): number => {
    if (at === 0 || days === 0) return at
    const minutes = minuteOfDay(at)
    return atTime(addDays(at, days), Math.floor(minutes / 60), minutes % 60)
  }
  return {
    nouto_aika_alku: moved(windows.nouto_aika_alku),
    nouto_aika_loppu: moved(windows.nouto_aika_loppu),
    toimitus_aika_alku: moved(windows.toimitus_aika_alku),
    toimitus_aika_loppu: moved(windows.toimitus_aika_loppu),
  }
}

type Timed = TimeWindows & { toivottu_toimitus: number; luvattu_aika: number }

const isChanged = ({ before, after }: Change<Timed>): boolean => timeWindowKeys.some((key) => (before?.[key] ?? 0) !== after[key])

/** Another wished day moves the windows with it, unless the same save names one of them, even with its stored value. */
export function windowsOfNewDay({ before, after }: Change<Timed>, isNamed: (key: TimeWindowKey) => boolean): Partial<TimeWindows> {
  if (!before || before.toivottu_toimitus === after.toivottu_toimitus || timeWindowKeys.some(isNamed)) return {}
  return movedWindows(after, before.toivottu_toimitus, after.toivottu_toimitus)
}

/** The faults of windows by field; stored ones are not checked again. */
export function windowFaults(windows: TimeWindows, now: number): RowFault[] {
  const tooFar = timeWindowKeys.flatMap((field) => {
    const detail = wishedDayFault(windows[field], now)
    return detail ? [{ field, detail }] : []
  })
  const reversed = ends.flatMap((end): RowFault[] => {
    const { start, end: last } = windowAt(end, windows)
    return last !== 0 && last < start ? [{ field: `${end}_aika_loppu`, detail: 'Aikaikkuna päättyy ennen kuin se alkaa.' }] : []
  })
  const { nouto_aika_alku, toimitus_aika_loppu } = windows
  const early =
    toimitus_aika_loppu !== 0 && toimitus_aika_loppu < nouto_aika_alku
      ? [{ field: 'toimitus_aika_loppu', detail: 'Toimitus on ennen noutoa.' }]
      : []
  return [...tooFar, ...reversed, ...early]
}

export function timeFaults(change: Change<Timed>, now: number): RowFault[] {
  const { before, after } = change
  const promised = before?.luvattu_aika === after.luvattu_aika ? null : wishedDayFault(after.luvattu_aika, now)
  return [...(isChanged(change) ? windowFaults(after, now) : []), ...(promised ? [{ field: 'luvattu_aika', detail: promised }] : [])]
}

const lastMinute = 23 * 60 + 59
const isWholeDay = (start: number, end: number): boolean =>
  start !== 0 && end !== 0 && daysBetween(start, end) === 0 && minuteOfDay(start) === 0 && minuteOfDay(end) === lastMinute

/** `klo 10.00–12.00`, `klo 10.00 alkaen`, `ennen klo 16.00`; with the day, `ti 24.11.`, when it is not `day`. '' for any time. */
export function windowText({ start, end }: { start: number; end: number }, day: number): string {
  if (start === 0 && end === 0) return ''
  const at = start || end
  const dated = daysBetween(day || at, at) === 0 && day !== 0 ? '' : formatDay(at)
  if (isWholeDay(start, end)) return dated || formatDay(at)
  const until = start !== 0 && end !== 0 && daysBetween(start, end) !== 0 ? `${formatDay(end)} klo ${formatTime(end)}` : formatTime(end)
  const times = start === 0 ? `ennen klo ${until}` : end === 0 ? `klo ${formatTime(start)} alkaen` : `klo ${formatTime(start)}–${until}`
  return [dated, times].filter(Boolean).join(' ')
}
