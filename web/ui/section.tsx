import { type ReactNode, useEffect, useId, useRef } from 'react'
import classes from './section.module.css'

type Props = {
  title: ReactNode
  /** The number of a step of a form; filled once the step is done. */
  step?: number
  done?: boolean
  /** Shown at the end of the heading's line. */
  aside?: ReactNode
  /** The part of an address after `#` that leads to this section. */
  anchor?: string
  children?: ReactNode
}

/** A card on a page: a heading and its content. */
export function Section({ title, step, done = false, aside, anchor, children }: Props) {
  const heading = useId()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // The section appears once its data has come, so the browser itself could not scroll to it.
    if (anchor !== undefined && window.location.hash === `#${anchor}`) section.current?.scrollIntoView({ block: 'center' })
  }, [anchor])
  return (
    <section ref={section} className={classes.section} aria-labelledby={heading}>
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
