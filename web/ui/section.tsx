import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

type Props = {
  title: ReactNode
  /** Steps of a form carry their number; a finished one is filled. */
  step?: number
  done?: boolean
  /** What stands at the heading's far end. */
  aside?: ReactNode
  children?: ReactNode
}

/** A card of a page: a heading and what belongs under it. */
export function Section({ title, step, done = false, aside, children }: Props) {
  const heading = useId()
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <div className={classes.head}>
        {step !== undefined && (
          <span className={classes.step} data-done={done || undefined} aria-hidden>
            {step}
          </span>
        )}
        <h2 id={heading} className={classes.title}>
          {title}
        </h2>
        {aside && <div className={classes.aside}>{aside}</div>}
      </div>
      {children && <div className={classes.body}>{children}</div>}
    </section>
  )
}
