import { Skeleton } from '@mantine/core'
import classes from '../data-table.module.css'

/** A placeholder for a row that is being fetched; cheaper than a skeleton, since thousands may be scrolled past. */
export function BlankRow({ index, columns }: { index: number; columns: number }) {
  return (
    <tbody data-index={index} aria-hidden>
      <tr className={classes.row}>
        {Array.from({ length: columns }, (_, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholder cells have no identity and never change order
          <td key={column}>
            <span className={classes.blank} style={{ width: `${50 + ((index * 7 + column * 13) % 40)}%` }} />
          </td>
        ))}
      </tr>
    </tbody>
  )
}

/** Fills the height of the rows that are out of sight. */
export function SpacerRow({ height, columns }: { height: number; columns: number }) {
  return (
    <tbody aria-hidden>
      <tr>
        <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
      </tr>
    </tbody>
  )
}

export function TableSkeleton({ columns }: { columns: number }) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: 10 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no identity and never change order
        <tr key={row} className={classes.row}>
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <td key={column}>
              <Skeleton height={12} width={`${50 + ((row * 7 + column * 13) % 40)}%`} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
