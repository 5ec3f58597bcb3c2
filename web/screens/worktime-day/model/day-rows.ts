import { rowAt } from '#domain/features/settings/dated-rows.ts'
import { defaultWorktimeRules } from '#domain/features/settings/worktime-rules.ts'
import { isWorkingTime, type RecordedTimes, stretchesOf } from '#domain/features/worktime/recorded-day.ts'
import { paidSpans } from '#domain/features/worktime/sums.ts'
import { differencesOf, differenceText } from '#web/features/worktime/differences.ts'
import { taskStyle } from '#web/features/worktime/task-types.tsx'
import { formatMinutes, formatTime } from '#web/kit/format.ts'
import type { TimelineRow, TimelineSpan } from '#web/ui/timeline/timeline.tsx'
import type { DayFigures, FigureContext } from './day-figures.ts'
import { type DayValues, recordedTimes } from './day-values.ts'

type Part = { start: number; end: number }
const colors = {
  evening: { color: 'var(--kuorma-warning)', background: 'var(--kuorma-warning-bg)' },
  night: { color: 'var(--kuorma-transfer)', background: 'var(--kuorma-transfer-bg)' },
  holiday: { color: 'var(--kuorma-holiday)', background: 'var(--kuorma-holiday-bg)' },
  overtime: { color: 'var(--kuorma-invoiced)', background: 'var(--kuorma-invoiced-bg)' },
  breach: { color: 'var(--kuorma-late)' },
}
const kinds = {
  aika_ilta: { name: 'Ilta', look: colors.evening },
  aika_yo: { name: 'Yö', look: colors.night },
  aika_pyha: { name: 'Pyhä', look: colors.holiday },
}

const overlap = (a: Part, b: Part): number => Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start)) / 60
const endOf = ({ loppuaika, alkuaika }: DayValues, now: number): number => (loppuaika > 0 ? loppuaika : Math.max(now, alkuaika))

/** Evening, night, holiday, overtime and driving without a break, as rows over the bar; rows without content are left out. */
export function rowsAbove(day: DayValues, figures: DayFigures, { rules, holidays, now }: FigureContext): TimelineRow[] {
  const whole: Part = { start: day.alkuaika, end: endOf(day, now) }
  const stretches = stretchesOf(recordedTimes(day), now)
  const work = stretches.filter(({ tyyppi }) => isWorkingTime(tyyppi))
  const spans = paidSpans(whole, rowAt(rules, day.alkuaika) ?? defaultWorktimeRules, holidays)
  const bands = spans.flatMap(({ sum, ...span }): (TimelineSpan & { sum: typeof sum })[] => {
    const minutes = work.reduce((total, stretch) => total + overlap(stretch, span), 0)
    const part = { start: Math.max(span.start, whole.start), end: Math.min(span.end, whole.end) }
    if (minutes === 0 || part.start >= part.end) return []
    const { name, look } = kinds[sum]
    return [{ id: `${sum}-${part.start}`, sum, ...part, ...look, text: `${name} ${formatMinutes(minutes)}` }]
  })
  const rows: TimelineRow[] = [
    { id: 'ilta', label: 'Ilta ja yö', look: 'band', spans: bands.filter(({ sum }) => sum !== 'aika_pyha') },
    { id: 'pyha', label: 'Pyhä', look: 'band', spans: bands.filter(({ sum }) => sum === 'aika_pyha') },
    { id: 'ylityo', label: 'Ylityö', look: 'band', spans: overtimeSpans(work, figures) },
    { id: 'ajotauko', label: '', look: 'bracket', spans: drivingSpans(stretches, figures) },
  ]
  return rows.filter((row) => row.spans.length > 0)
}

/** The overtime of the day is its last working minutes. */
function overtimeSpans(work: readonly Part[], { aika_ylityo_50, aika_ylityo_100 }: DayFigures): TimelineSpan[] {
  const end = work.at(-1)?.end ?? 0
  const full = backwards(work, aika_ylityo_100)
  const half = backwards(work, aika_ylityo_50 + aika_ylityo_100)
  const text = (percent: number, minutes: number, from: number) =>
    `Ylityö ${percent} %, ${formatMinutes(minutes)} klo ${formatTime(from)} alkaen`
  return [
    ...(aika_ylityo_50 > 0 ? [{ id: '50', start: half, end: full, ...colors.overtime, text: text(50, aika_ylityo_50, half) }] : []),
    ...(aika_ylityo_100 > 0 ? [{ id: '100', start: full, end, ...colors.holiday, text: text(100, aika_ylityo_100, full) }] : []),
  ]
}

/** Where so many of the last minutes of the stretches begin. */
function backwards(stretches: readonly Part[], minutes: number): number {
  let left = minutes * 60
  for (const { start, end } of stretches.toReversed()) {
    if (end - start >= left) return end - left
    left -= end - start
  }
  return stretches[0]?.start ?? 0
}

/** From the first minute of driving to the last one without the break, of each such warning. */
function drivingSpans(stretches: readonly (Part & { tyyppi: string })[], { breaches }: DayFigures): TimelineSpan[] {
  const driving = stretches.filter(({ tyyppi }) => tyyppi === 'AJO')
  return breaches
    .filter(({ laji }) => laji === 'ajotauko')
    .map(({ hetki, minuutit, raja }) => {
      const before = driving.filter(({ start }) => start < hetki).map(({ start, end }) => ({ start, end: Math.min(end, hetki) }))
      const after = driving.filter(({ end }) => end > hetki).map(({ start, end }) => ({ start: Math.max(start, hetki), end }))
      const text = `Ajoa ${formatMinutes(minuutit)} ilman riittävää taukoa`
      return { id: String(hetki), start: backwards(before, raja), end: forwards(after, minuutit - raja), ...colors.breach, text }
    })
}

/** Where so many of the first minutes of the stretches end. */
function forwards(stretches: readonly Part[], minutes: number): number {
  let left = minutes * 60
  for (const { start, end } of stretches) {
    if (end - start >= left) return start + left
    left -= end - start
  }
  return stretches.at(-1)?.end ?? 0
}

/** The share of the day that the words of a difference take; nearer ones are only framed. */
const widestWord = 0.1

/** A day drawn thin under the bar, with frames around what differs from the present one. */
function thinRows(name: { id: string; label: string }, other: DayValues, { day, now, wordsOf }: ThinOptions): TimelineRow[] {
  const spans = stretchesOf(recordedTimes(other), now).map(({ start, end, tyyppi }) => {
    const { color, label } = taskStyle(tyyppi)
    return { id: String(start), start, end, color, text: `${label} ${formatTime(start)}–${formatTime(end)}` }
  })
  const room = ((spans.at(-1)?.end ?? 0) - (spans[0]?.start ?? 0)) * widestWord
  let lastNamed = Number.NEGATIVE_INFINITY
  const frames = wordsOf(recordedTimes(other), recordedTimes(day)).map(({ start, end, text }) => {
    const middle = (start + end) / 2
    const isNamed = middle - lastNamed >= room
    if (isNamed) lastNamed = middle
    return { id: String(start), start, end, color: 'var(--mantine-color-text)', text: isNamed ? text : '' }
  })
  return [
    ...(frames.length > 0 ? [{ id: `${name.id}-erot`, label: '', look: 'outline' as const, spans: frames }] : []),
    { ...name, look: 'thin', spans },
  ]
}
type ThinOptions = {
  day: DayValues
  now: number
  wordsOf: (other: RecordedTimes, day: RecordedTimes) => readonly (Part & { text: string })[]
}

/** What the driver recorded and what the driver asks for, each with frames around what differs from the present. */
export function rowsBelow(
  day: DayValues,
  { original, proposed }: { original: DayValues | null; proposed: DayValues | null },
  now: number,
): TimelineRow[] {
  const changed = (other: RecordedTimes, present: RecordedTimes) =>
    differencesOf(other, present, now).map((each) => ({ ...each, text: differenceText(each) }))
  const asked = (other: RecordedTimes, present: RecordedTimes) => changed(present, other)
  return [
    ...(original ? thinRows({ id: 'alkuperainen', label: 'Alkuperäinen' }, original, { day, now, wordsOf: changed }) : []),
    ...(proposed ? thinRows({ id: 'pyynto', label: 'Pyyntö' }, proposed, { day, now, wordsOf: asked }) : []),
  ]
}
