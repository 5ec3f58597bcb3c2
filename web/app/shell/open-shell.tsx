import type { ReactNode } from 'react'
import { Content } from './content.tsx'
import classes from './shell.module.css'
import { Support } from './support.tsx'

/** The frame of pages without sign-in. `brand` links to the start page. */
export function OpenShell({ brand, children }: { brand: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.column}>
      <header className={classes.topBar}>
        {brand}
        <div className={classes.end}>
          <Support />
        </div>
      </header>
      <Content>{children}</Content>
    </div>
  )
}
