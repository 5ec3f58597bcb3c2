import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'
import { Content } from './content.tsx'
import classes from './shell.module.css'
import { Support } from './support.tsx'

/** The pages that need no sign-in. */
export function OpenShell({ children }: { children: ReactNode }) {
  return (
    <div className={classes.column}>
      <header className={classes.topBar}>
        <Brand />
        <div className={classes.end}>
          <Support />
        </div>
      </header>
      <Content>{children}</Content>
    </div>
  )
}
