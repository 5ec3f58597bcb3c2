import type { ReactNode } from 'react'
import { headingId } from '#web/kit/page/page.tsx'
import classes from './shell.module.css'

/** Labelled by the page's heading, so that a screen reader announces it when the focus enters, whichever field receives it. */
export function Content({ children }: { children: ReactNode }) {
  return (
    <main id="sisalto" className={classes.content} tabIndex={-1} aria-labelledby={headingId}>
      {children}
    </main>
  )
}
