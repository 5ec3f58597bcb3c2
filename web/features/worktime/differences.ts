import { type TaskType, taskTypes } from '#domain/entities/worktime/task-types.ts'
import { type RecordedTimes, type Stretch, stretchesOf } from '#domain/features/worktime/recorded-day.ts'
import { formatTime } from '#web/kit/format.ts'

/** A part of the day that is not as the driver recorded it; `was` or `is` is null outside the day. */
export type DayDifference = { start: number; end: number; was: TaskType | null; is: TaskType | null }

const typeAt = (stretches: readonly Stretch[], at: number): TaskType | null =>
  stretches.find(({ start, end }) => start <= at && at < end)?.tyyppi ?? null

/** The parts of the day in which the recorded task differs from the present one, by time. `until` ends open days. */
export function differencesOf(recorded: RecordedTimes, present: RecordedTimes, until: number): DayDifference[] {
  const [before, after] = [stretchesOf(recorded, until), stretchesOf(present, until)]
  const borders = [...new Set([...before, ...after].flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b)
  const found: DayDifference[] = []
  for (const [index, start] of borders.slice(0, -1).entries()) {
    const end = borders[index + 1] ?? start
    const [was, is] = [typeAt(before, start), typeAt(after, start)]
    if (was === is) continue
    const last = found.at(-1)
    if (last && last.end === start && last.was === was && last.is === is) last.end = end
    else found.push({ start, end, was, is })
  }
  return found
}

/** `Purku, oli Ajo`, `Muu lisätty`, `Muu poistettu` */
export function differenceText({ was, is }: Pick<DayDifference, 'was' | 'is'>): string {
  if (is === null) return was === null ? '' : `${taskTypes[was]} poistettu`
  return was === null ? `${taskTypes[is]} lisätty` : `${taskTypes[is]}, oli ${taskTypes[was]}`
}

/** `Tauko, oli Ajo 8.41–8.56` */
export const spanText = (difference: DayDifference): string =>
  `${differenceText(difference)} ${formatTime(difference.start)}–${formatTime(difference.end)}`

/** Whether the day is what the driver recorded: the same times and types. Places are not part of it. */
export const isAsRecorded = (recorded: RecordedTimes, present: RecordedTimes): boolean => asText(recorded) === asText(present)

const asText = ({ alkuaika, loppuaika, tehtavat }: RecordedTimes): string =>
  JSON.stringify([alkuaika, loppuaika, tehtavat.map((task) => [task.alkuaika, task.tyyppi])])
