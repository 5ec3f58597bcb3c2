import { IconArrowsExchange } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { shiftMarks } from '#domain/entities/shift/shift.entity.ts'
import { shiftText } from '#web/features/shifts/shift-words.ts'
import { formatTime } from '#web/kit/format.ts'
import { chipStyle } from '#web/ui/color-contrast.ts'
import type { CellShift } from './calendar-rows.ts'
import classes from './shift-cell.module.css'

/** How many shifts a cell shows; the others are a number. */
const maxShown = 2
const noColor: CSSProperties = {}

/** The shifts of a driver's day. Kept to few elements: a calendar has thousands of cells. */
export function ShiftCell({ shifts }: { shifts: readonly CellShift[] }) {
  const [first, second] = shifts
  if (!first) return null
  if (!second) return <ShiftBox {...first} />
  return (
    <div className={classes.several}>
      {shifts.slice(0, maxShown).map((one) => (
        <ShiftBox key={one.shift.id} {...one} slim />
      ))}
      {shifts.length > maxShown && <span className={classes.more}>+{shifts.length - maxShown}</span>}
    </div>
  )
}

function ShiftBox({ shift, routes, plate, substitute, warnings, change, slim = false }: CellShift & { slim?: boolean }) {
  const { id, tyyppi, tila } = shift
  const [route] = routes
  const drives = tyyppi === 'TYOVUORO' || route !== undefined
  return (
    <div
      className={classes.shift}
      style={route ? chipStyle(route.color) : noColor}
      data-item={id}
      data-type={drives ? 'drive' : tyyppi}
      data-draft={tila === 'UNPUBLISHED' || undefined}
      data-slim={slim || undefined}
      data-warned={warnings.length > 0 || undefined}
    >
      <span className={classes.line}>
        <b className={classes.mark}>{shiftMarks[tyyppi]}</b>
        {routes.map(({ id: routeId, reittinro, name, color }) => (
          <i key={routeId} className={classes.chip} style={routeId === route?.id ? noColor : chipStyle(color)}>
            {reittinro || name}
          </i>
        ))}
        {substitute && <IconArrowsExchange className={classes.substitute} size={13} aria-hidden />}
      </span>
      {plate !== '' && <span className={classes.plate}>{plate}</span>}
      {warnings.length > 0 && <span className={classes.warning}>{warnings[0]}</span>}
      {change && <span className={classes.changed} title={`Muuttunut klo ${formatTime(change.at)}`} />}
    </div>
  )
}

/** `Töissä, reitti 12, KLR-418, julkaisematta, sijaisena, huomautus 1` */
export function cellText(shifts: readonly CellShift[]): string {
  if (shifts.length === 0) return 'tyhjä'
  return shifts
    .map(({ shift, routes, plate, substitute, warnings, change }) =>
      [
        shiftText(shift, { routes, plate }),
        shift.tila === 'UNPUBLISHED' && 'julkaisematta',
        substitute && 'toisen reitillä',
        warnings.length > 0 && `huomautus ${warnings.join(' ja ')}`,
        change && `muuttunut klo ${formatTime(change.at)}`,
      ]
        .filter(Boolean)
        .join(', '),
    )
    .join('; ')
}
