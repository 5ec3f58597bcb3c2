import { startOfDay } from '#domain/values/time/time.ts'
import { taskStyle } from '#web/features/worktime/task-types.tsx'
import { formatDay, formatMinutes, formatTime } from '#web/kit/format.ts'
import type { TimelineBorder } from '#web/ui/timeline/border-handle.tsx'
import type { TimeScale } from '#web/ui/timeline/time-scale.ts'
import { Timeline, type TimelineSegment } from '#web/ui/timeline/timeline.tsx'
import { type BorderMove, borderRange, type DayBounds, endOfTask, moveBorder } from './model/day-edits.ts'
import type { DayFigures, FigureContext } from './model/day-figures.ts'
import { rowsAbove, rowsBelow } from './model/day-rows.ts'
import type { DayValues } from './model/day-values.ts'
import type { DayForm } from './use-day-form.ts'

type Props = {
  form: DayForm
  /** The day as it is drawn, also while a border is dragged. */
  day: DayValues
  original: DayValues | null
  /** What the driver asks for; null when nothing is asked for. */
  proposed: DayValues | null
  figures: DayFigures
  context: FigureContext
  bounds: DayBounds
  isLocked: boolean
  selected: string | null
  onSelect: (id: string) => void
  onPreview: (moved: BorderMove | null) => void
}

const minutesOf = (start: number, end: number): string => formatMinutes(Math.floor((end - start) / 60))

/** From a little before the day to a little after it; the same while a border is dragged. */
function scaleOf(days: readonly (DayValues | null)[], now: number): TimeScale {
  const known = days.filter((day) => day !== null)
  const from = Math.min(...known.map(({ alkuaika }) => alkuaika))
  const to = Math.max(...known.map(({ alkuaika, loppuaika }) => (loppuaika > 0 ? loppuaika : Math.max(now, alkuaika))))
  const margin = Math.max(20 * 60, Math.round((to - from) * 0.03))
  return { from: from - margin, to: to + margin }
}

/** `23.00`, and the first hour of a day with its date. Hours are named as clocks show them, also where clocks are changed. */
const hourText = (at: number) => ({ text: formatTime(at), day: startOfDay(at) === at ? formatDay(at) : null })

/** The day as a bar of tasks over hours, with what is paid extra above it and what the driver recorded below it. */
export function DayBar(props: Props) {
  const { form, day, original, proposed, figures, context, bounds, isLocked, selected, onSelect, onPreview } = props
  const { now } = context
  const end = day.loppuaika > 0 ? day.loppuaika : Math.max(now, day.alkuaika)
  const count = day.tehtavat.length
  const segments = day.tehtavat.map(({ id, tyyppi, alkuaika }, index): TimelineSegment => {
    const stop = endOfTask(day, index) || end
    const isRunning = day.loppuaika === 0 && index === count - 1
    return {
      ...{ id, start: alkuaika, end: stop, detail: minutesOf(alkuaika, stop), ...taskStyle(tyyppi) },
      ...(isRunning ? { look: 'running' as const } : {}),
    }
  })
  const ghosts = (proposed?.tehtavat ?? []).flatMap((task, index): TimelineSegment[] => {
    const stop = (proposed && endOfTask(proposed, index)) || end
    const start = Math.max(task.alkuaika, end)
    if (day.loppuaika === 0 || start >= stop) return []
    const { label, ...style } = taskStyle(task.tyyppi)
    return [
      {
        id: `pyynto-${task.id}`,
        start,
        end: stop,
        ...style,
        label: `Kuljettajan pyyntö: ${label}`,
        detail: minutesOf(start, stop),
        look: 'proposed',
      },
    ]
  })
  const nameAt = (index: number): string => {
    const task = day.tehtavat[index]
    return task ? taskStyle(task.tyyppi).label : ''
  }
  const spanAt = (index: number): string => {
    const segment = segments[index]
    return segment ? `${segment.label} ${segment.detail}` : ''
  }
  const border = (index: number, at: number, label: string): TimelineBorder => ({
    ...{ id: String(index), at, label, value: formatTime(at), before: spanAt(index - 1), after: spanAt(index) },
    ...borderRange(day, index, bounds),
  })
  const borders = isLocked
    ? []
    : [
        ...day.tehtavat.map(({ alkuaika }, index) => border(index, alkuaika, index === 0 ? 'Päivä alkaa' : `${nameAt(index)} alkaa`)),
        ...(day.loppuaika > 0 ? [border(count, day.loppuaika, 'Päivä päättyy')] : []),
      ].filter(({ min, max }) => min <= max)
  return (
    <Timeline
      label="Työpäivä aikajanalla"
      barLabel="Kirjaus"
      scale={scaleOf([form.day, original, proposed], now)}
      hourText={hourText}
      above={rowsAbove(day, figures, context)}
      segments={[...segments, ...ghosts]}
      below={rowsBelow(day, original, now)}
      borders={borders}
      selected={selected}
      onSelect={onSelect}
      onPreview={(moved) => onPreview(moved && { index: Number(moved.id), at: moved.at })}
      onMove={(id, at) => form.edit(moveBorder(form.day, { index: Number(id), at }, bounds))}
    />
  )
}
