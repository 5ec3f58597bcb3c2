import { Skeleton } from '@mantine/core'
import classes from '../start.module.css'

/** Orders that are being fetched. */
export function Pending() {
  return (
    <div className={classes.pending} aria-hidden>
      {['a', 'b'].map((key) => (
        <Skeleton key={key} height={92} radius="md" />
      ))}
    </div>
  )
}
