import { formatNumber } from '#web/kit/format.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { type CalendarRow, unassignedId } from './calendar-rows.ts'
import classes from './driver-head.module.css'

/** Planned hours of a week on average (Working Hours Act 872/2019, section 7: 80 hours in two weeks). */
const weekHours = 40
const hoursOf = (minutes: number): number => Math.round(minutes / 6) / 10

/** The heading of a row: who, and the planned hours of the weeks shown against the limit. */
export function DriverHead({ row }: { row: CalendarRow }) {
  const { id, driver, cells, undriven = [], weekMinutes } = row
  if (id === unassignedId || !driver) {
    const count = [...cells, ...undriven].reduce((sum, cell) => sum + cell.length, 0)
    return (
      <div className={classes.unassigned}>
        <b>Ilman kuljettajaa {count > 0 && <span className={classes.count}>{count}</span>}</b>
        <small>{count > 0 ? 'Vedä reitti kuljettajalle' : 'Kaikki vuorot on annettu'}</small>
      </div>
    )
  }
  const total = weekMinutes.reduce((sum, minutes) => sum + minutes, 0)
  const limit = weekHours * weekMinutes.length
  const over = total > limit * 60
  return (
    <div className={classes.driver}>
      <Avatar name={driver.name} size={28} />
      <span className={classes.name} title={driver.name}>
        {driver.name}
      </span>
      <span className={classes.hours} data-over={over || undefined}>
        <span className={classes.bar} aria-hidden>
          {weekMinutes.map((minutes, week) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the weeks of the range have no other identity
            <i key={week} style={{ width: `${(Math.min(1, minutes / 60 / limit) * 100).toFixed(1)}%` }} />
          ))}
        </span>
        <b>{formatNumber(hoursOf(total))}</b> / {limit} h
      </span>
    </div>
  )
}
