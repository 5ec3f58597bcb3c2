import { VisuallyHidden } from '@mantine/core'
import type { ShiftCalendarData } from '#domain/features/shifts/shift-data.ts'
import { addDays, weekOf } from '#domain/values/time/time.ts'
import { formatDay, formatMoment, plural } from '#web/kit/format.ts'
import { GridHeading } from '#web/ui/calendar-grid/calendar-grid.tsx'
import type { GridColumn } from '#web/ui/calendar-grid/grid-row.tsx'
import type { CalendarRange } from '../calendar-range.ts'
import type { DayTotal } from './calendar-rows.ts'
import { DayNote } from './day-note.tsx'
import classes from './headings.module.css'

type Props = {
  range: CalendarRange
  columns: readonly GridColumn[]
  totals: readonly DayTotal[]
  data: ShiftCalendarData
  today: number
  onNoteSaved: () => Promise<unknown>
}

/** A note that is longer than this many days is cut. */
const maxNoteDays = 3

/** Where the long names of holidays may be divided: `Uuden-vuoden-päivä`. Browsers know no Finnish hyphenation. */
const foldable = (name: string): string =>
  name.replace(/(?<=\p{L})(vuoden|syys|päivä|aatto|ainen|perjantai|maanantai|torstai)/gu, '\u00AD$1')

/** The weeks, the days with the number at work, and the notes of the days. */
export function Headings({ range, columns, totals, data, today, onNoteSaved }: Props) {
  const holidays = new Map(data.pyhapaivat.map(({ paiva, name }) => [paiva, name]))
  const taken = new Set([today, ...holidays.keys(), ...data.lisatiedot.map(({ paiva }) => paiva)])
  /** Over how many days a note can be written: those after it have none. */
  const daysOfNote = (day: number): number => {
    const rest = range.days.slice(range.days.indexOf(day) + 1)
    const next = rest.findIndex((other) => taken.has(other))
    return Math.min(maxNoteDays, 1 + (next < 0 ? rest.length : next))
  }
  const weeks = Array.from({ length: range.weeks }, (_, week) => addDays(range.first, week * 7))
  return (
    <>
      <GridHeading
        className={classes.weeks}
        head={<VisuallyHidden>Viikko</VisuallyHidden>}
        cells={weeks.map((first, week) => ({
          ...{ id: String(first), span: 7, ends: week < range.weeks - 1 },
          content: (
            <span className={classes.week}>
              <b>Viikko {weekOf(first)}</b> <WeekState data={data} first={first} unpublished={sum(totals, week)} />
            </span>
          ),
        }))}
      />
      <GridHeading
        className={classes.days}
        head={<span className={classes.label}>Kuljettaja ja tunnit</span>}
        cells={range.days.map((day, column) => {
          const [weekday, date] = formatDay(day).split(' ')
          const working = totals[column]?.working ?? 0
          return {
            ...headingOf(columns, column),
            column,
            content: (
              <span className={classes.day} title={holidays.get(day)}>
                <span className={classes.date}>
                  {weekday} <b>{date}</b>
                </span>
                <small>
                  {working > 0 ? (
                    <>
                      {working} <span>töissä</span>
                    </>
                  ) : (
                    '–'
                  )}
                </small>
              </span>
            ),
          }
        })}
      />
      <GridHeading
        className={classes.notes}
        head={<span className={classes.label}>Päivän muistiinpano</span>}
        cells={range.days.map((day, column) => ({
          ...headingOf(columns, column),
          content: (
            <>
              {holidays.has(day) && <span className={classes.holiday}>{foldable(holidays.get(day) ?? '')}</span>}
              {day === today && !holidays.has(day) && <span className={classes.todayName}>Tänään</span>}
              <DayNote
                day={formatDay(day)}
                paiva={day}
                notes={data.lisatiedot.filter(({ paiva }) => paiva === day)}
                days={daysOfNote(day)}
                onSaved={onNoteSaved}
              />
            </>
          ),
        }))}
      />
    </>
  )
}

const headingOf = (columns: readonly GridColumn[], at: number) => ({
  id: columns[at]?.id ?? String(at),
  shade: columns[at]?.shade,
  ends: columns[at]?.ends,
})

const sum = (totals: readonly DayTotal[], week: number): number =>
  totals.slice(week * 7, week * 7 + 7).reduce((count, { unpublished }) => count + unpublished, 0)

function WeekState({ data, first, unpublished }: { data: ShiftCalendarData; first: number; unpublished: number }) {
  if (unpublished > 0) return <span className={classes.draft}>{plural(unpublished, 'vuoro', 'vuoroa')} julkaisematta</span>
  const end = addDays(first, 7)
  const published = data.tyovuorot.filter(({ paiva, kuljettaja }) => kuljettaja !== null && paiva >= first && paiva < end)
  const latest = Math.max(0, ...published.map(({ timestamp_julkaistu }) => timestamp_julkaistu))
  if (published.length === 0) return <span className={classes.empty}>Ei vuoroja</span>
  return <span className={classes.published}>Julkaistu {latest > 0 && <span className={classes.moment}>{formatMoment(latest)}</span>}</span>
}
