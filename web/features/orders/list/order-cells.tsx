import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount, formatDate, formatDay, formatEuros, formatNumber } from '#web/kit/format.ts'
import { Avatar } from '#web/ui/badges/avatar.tsx'
import { Plate } from '#web/ui/badges/plate.tsx'
import { driversAndCarsOf, type LineRow, type OrderRow, routeOf } from '../order-rows.ts'
import classes from './order-cells.module.css'

/** The order's number; the whole row follows it (`RowLinks`). */
export function OrderLink({ order, children }: { order: Pick<OrderRow, 'id' | 'number'>; children?: ReactNode }) {
  return (
    <Link
      to="/tilaus/$id"
      params={{ id: order.id }}
      className={classes.number}
      data-row-link
      // Dragging the number of a draggable row drags the row, not the link.
      draggable={false}
      aria-label={`Tilaus ${order.number}`}
    >
      {children ?? order.number}
    </Link>
  )
}

/** `Lahti → Kotka +1`; `full` says where in the towns one line goes. */
export function Route({ lines, full = false }: { lines: readonly LineRow[]; full?: boolean }) {
  const { from, to, more } = routeOf(lines)
  const [only] = lines
  const [start, end] = full && only ? [only.from, only.to] : [from, to]
  if (!start && !end) return <span className={classes.none}>–</span>
  return (
    <span
      className={classes.route}
      data-full={full || undefined}
      title={lines.map((line) => [line.from, line.to].filter(Boolean).join(' → ')).join('\n')}
    >
      <span className={classes.from}>{start}</span>
      {end && (
        <>
          <IconArrowRight size={14} className={classes.arrow} role="img" aria-label="–" />
          <span className={classes.to} data-destination>
            {end}
          </span>
        </>
      )}
      {more > 0 && <span className={classes.more}>&nbsp;+{more}</span>}
    </span>
  )
}

/** The driver and the car; says so when there is none. */
export function DriverAndCar({ lines }: { lines: readonly LineRow[] }) {
  const { drivers, cars, missing } = driversAndCarsOf(lines)
  const [driver, ...others] = drivers
  const [car] = cars
  if (!driver && !missing) return <span className={classes.none}>–</span>
  return (
    <span className={classes.crew} title={[...drivers, ...cars].map(({ name }) => name).join(', ')}>
      {driver && (
        <>
          <Avatar name={driver.name} />
          <span className={classes.name}>{surnameOf(driver.name)}</span>
          {others.length > 0 && <span className={classes.more}>+{others.length}</span>}
        </>
      )}
      {missing && <span className={classes.missing}>{driver ? 'Osa ilman' : 'Ei kuljettajaa'}</span>}
      {!missing && car && <Plate>{car.name}</Plate>}
    </span>
  )
}

const surnameOf = (name: string): string => name.split(' ').at(-1) ?? name

/** A dash while there is no price. An order in a group has only the group's joint price. */
export function Price({ order: { price, group } }: { order: Pick<OrderRow, 'price' | 'group'> }) {
  if (group) return <span title={`Laskutetaan ryhmän ${group.name} yhteishinnalla`}>yhteishinta</span>
  return price > 0 ? formatEuros(price) : <span className={classes.none}>–</span>
}

/** `ma 1.2.`; `1.2.2026` when it is not of this year. */
export const Day = ({ at, year = false }: { at: number; year?: boolean }) =>
  at > 0 ? <span title={formatDate(at)}>{year ? formatDate(at) : formatDay(at)}</span> : <span className={classes.none}>–</span>

/** Whole numbers, since the column is narrow; an amount below one is not shown as zero. */
export const Count = ({ of }: { of: number }) =>
  of > 0 ? of < 1 ? formatNumber(of) : formatCount(of) : <span className={classes.none}>–</span>
