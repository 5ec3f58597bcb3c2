import { chipStyle } from '#web/ui/color-contrast.ts'
import classes from './route-badge.module.css'

/** A work route's number in its colour. */
export const RouteBadge = ({ number, color }: { number: string; color: string }) => (
  <span className={classes.badge} style={chipStyle(color)}>
    {number}
  </span>
)
