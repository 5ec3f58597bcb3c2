import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatCount } from '#web/kit/format.ts'
import classes from '../start.module.css'

type Tile = {
  label: string
  /** Undefined until it is known, null when it could not be read. */
  count: number | null | undefined
  /** A second figure of the same rows, such as their sum. */
  more?: string | undefined
  /** The list that the figure counts. */
  to: string
  /** Red unless it is 0. */
  urgent?: boolean
}

export const pathOf = (to: string): string => to.split('?')[0] ?? to
export const searchOf = (to: string) => Object.fromEntries(new URLSearchParams(to.split('?')[1] ?? ''))

/** Figures, each a link to the list that it counts. */
export function Tiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <ul className={classes.tiles}>
      {tiles.map(({ label, count, more, to, urgent }) => (
        <li key={label}>
          <Link to={pathOf(to)} search={searchOf(to)} className={classes.tile} data-urgent={urgent && count ? true : undefined}>
            <span className={classes.number}>
              {count === undefined ? <Skeleton height={28} width={48} /> : count === null ? '–' : formatCount(count)}
            </span>
            <span className={classes.tileLabel}>
              {label}
              {more && <span className={classes.more}>{more}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
