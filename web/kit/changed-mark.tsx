import { VisuallyHidden } from '@mantine/core'
import classes from './changed-mark.module.css'

/** The quiet mark of a row that somebody else has just changed. */
export function ChangedMark() {
  return (
    <span className={classes.mark} title="Muuttunut hetki sitten">
      <VisuallyHidden>Muuttunut hetki sitten</VisuallyHidden>
    </span>
  )
}
