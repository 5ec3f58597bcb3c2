import type { ReactNode } from 'react'
import { headingId } from '#web/kit/page/page.tsx'
import classes from './shell.module.css'

/** Named by the page's heading: a screen reader says it when the focus comes in, whichever field it goes to. */
export function Content({ children }: { children: ReactNode }) {
  return (
    <main id="sisalto" className={classes.content} tabIndex={-1} aria-labelledby={headingId}>
      {children}
    </main>
  )
}
