import type { DriverShift } from '#domain/features/shifts/driver-shifts.ts'
import { formatCount, formatKilos, formatTimeOn } from '#web/kit/format.ts'
import type { VisitFigures } from '../visits.ts'
import classes from './start.module.css'

type Props = { shifts: readonly DriverShift[]; figures: VisitFigures; now: number }

/** What is ahead: the number of visits, the load, the first loading, and what the dispatcher has written about the routes. */
export function ShiftPlan({ shifts, figures: { total, kilos, firstLoading }, now }: Props) {
  const notes = [...new Set(shifts.flatMap(({ tyoreitit }) => tyoreitit.map(({ lisatiedot }) => lisatiedot.trim())).filter(Boolean))]
  if (total === 0 && notes.length === 0) return null
  return (
    <div className={classes.plan}>
      {total > 0 && (
        <dl className={classes.figures}>
          <div>
            <dt>{total === 1 ? 'pysähdys' : 'pysähdystä'}</dt>
            <dd>{formatCount(total)}</dd>
          </div>
          {kilos > 0 && (
            <div>
              <dt>kuormaa</dt>
              <dd>{formatKilos(Math.round(kilos))}</dd>
            </div>
          )}
          {firstLoading > 0 && (
            <div>
              <dt>lastaus alkaa</dt>
              <dd>{formatTimeOn(firstLoading, now)}</dd>
            </div>
          )}
        </dl>
      )}
      {notes.map((note) => (
        <p key={note} className={classes.message} data-alone={total === 0 || undefined}>
          {note}
        </p>
      ))}
    </div>
  )
}
