import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import classes from './outcome-icon.module.css'

/** Beside the words that say the same: it was done, or it failed. */
export const OutcomeIcon = ({ done }: { done: boolean }) =>
  done ? (
    <IconCheck size={18} aria-hidden className={classes.icon} />
  ) : (
    <IconAlertTriangle size={18} aria-hidden className={classes.icon} data-failed />
  )
