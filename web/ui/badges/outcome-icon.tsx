import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import classes from './outcome-icon.module.css'

/** Succeeded or failed; shown beside text that says the same. */
export const OutcomeIcon = ({ done }: { done: boolean }) =>
  done ? (
    <IconCheck size={18} aria-hidden className={classes.icon} />
  ) : (
    <IconAlertTriangle size={18} aria-hidden className={classes.icon} data-failed />
  )
