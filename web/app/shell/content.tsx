import type { ReactNode } from 'react'
import classes from './shell.module.css'

export function Content({ children }: { children: ReactNode }) {
  return (
    <main id="sisalto" className={classes.content} tabIndex={-1}>
      {children}
    </main>
  )
}
