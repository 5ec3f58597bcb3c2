import { IconArrowsExchange } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { routeLabel } from '#domain/entities/shift/route-label.ts'
import { shiftMarks } from '#domain/entities/shift/shift.entity.ts'
import { routesText, shiftText } from '#web/features/shifts/shift-words.ts'
import { formatTime } from '#web/kit/format.ts'
import { ChangedMark } from '#web/kit/list/changed-mark.tsx'
import { chipStyle } from '#web/ui/color-contrast.ts'
import type { CellShift, UndrivenRoute } from './calendar-rows.ts'
import classes from './shift-cell.module.css'

/** How many boxes a cell has; of more shifts than that, the last box is the number of the others. */
const maxShown = 2
const noColor: CSSProperties = {}

type Content = { shifts: readonly CellShift[]; routes: readonly UndrivenRoute[] }

/** The shifts of a driver's day, or of a day without a driver also its undriven routes. Kept to few elements: a calendar has thousands of cells. */
export function ShiftCell({ shifts, routes, isNarrow }: Content & { isNarrow: boolean }) {
  const count = shifts.length + routes.length
  const slim = count > 1
  const shown = count > maxShown ? maxShown - 1 : maxShown
  const boxes = [
    ...shifts.slice(0, shown).map((one) => <ShiftBox key={one.shift.id} {...one} {...{ slim, isNarrow }} />),
    ...routes.slice(0, Math.max(0, shown - shifts.length)).map((one) => <RouteBox key={one.route.id} {...one} {...{ slim, isNarrow }} />),
  ]
  if (!slim) return boxes
  return (
    <div className={classes.several}>
      {boxes}
      {count > shown && <span className={classes.more}>+{count - shown}</span>}
    </div>
  )
}

type Look = { slim: boolean; isNarrow: boolean }

function ShiftBox({ shift, routes, plate, substitute, warnings, change, slim, isNarrow }: CellShift & Look) {
  const { id, tyyppi, tila } = shift
  const [route] = routes
  const drives = tyyppi === 'TYOVUORO' || route !== undefined
  const isWarned = warnings.length > 0
  // Narrow columns show a drive by its route alone; others leave room for the number of the warning, or the mark of another driver's route.
  const hasMark = drives && isNarrow ? route === undefined : !substitute && !(isWarned && route !== undefined)
  return (
    <div
      className={classes.shift}
      style={route ? chipStyle(route.color) : noColor}
      data-item={id}
      data-type={drives ? 'drive' : tyyppi}
      data-draft={tila === 'UNPUBLISHED' || undefined}
      data-slim={slim || undefined}
      data-warned={isWarned || undefined}
      data-substitute={substitute || undefined}
    >
      <span className={classes.line}>
        {hasMark && <b className={classes.mark}>{shiftMarks[tyyppi]}</b>}
        {routes.map((one) => (
          <i key={one.id} className={classes.chip} style={one.id === route?.id ? noColor : chipStyle(one.color)}>
            {routeLabel(one)}
          </i>
        ))}
        {substitute && <IconArrowsExchange className={classes.substitute} size={12} aria-hidden />}
      </span>
      {plate !== '' && !isNarrow && <span className={classes.plate}>{plate}</span>}
      {isWarned && <span className={classes.warning}>{warnings[0]}</span>}
      <ChangedMark change={change} className={classes.changed} inCell />
    </div>
  )
}

const RouteBox = ({ route, plate, slim, isNarrow }: UndrivenRoute & Look) => (
  <div
    className={classes.shift}
    style={chipStyle(route.color)}
    data-item={route.id}
    data-type="drive"
    data-undriven
    data-slim={slim || undefined}
  >
    <span className={classes.line}>
      <i className={classes.chip}>{routeLabel(route)}</i>
    </span>
    {plate !== '' && !isNarrow && <span className={classes.plate}>{plate}</span>}
  </div>
)

/** `Töissä, reitti 12, KLR-418, julkaisematta, sijaisena, huomautus 1` */
export function cellText({ shifts, routes }: Content): string {
  if (shifts.length + routes.length === 0) return 'tyhjä'
  const shiftTexts = shifts.map(({ shift, routes: driven, plate, substitute, warnings, change }) =>
    [
      shiftText(shift, { routes: driven, plate }),
      shift.tila === 'UNPUBLISHED' && 'julkaisematta',
      substitute && 'toisen reitillä',
      warnings.length > 0 && `huomautus ${warnings.join(' ja ')}`,
      change && `muuttunut klo ${formatTime(change.at)}`,
    ]
      .filter(Boolean)
      .join(', '),
  )
  const routeTexts = routes.map(({ route, plate }) => [routesText([route]), plate, 'ei vuoroa'].filter(Boolean).join(', '))
  return [...shiftTexts, ...routeTexts].join('; ')
}
