import { type ReactNode, useEffect } from 'react'
import { Bell } from '#web/features/notifications/bell.tsx'
import { storeCodeReader } from '#web/features/scanning/fetch-ahead.ts'
import { ScanButton } from '#web/features/scanning/scan-button.tsx'
import { useRootMark } from '#web/kit/page/root-mark.ts'
import type { Session } from '../../session/session.ts'
import { whenIdle } from '../idle.ts'
import { Brand } from './brand.tsx'
import { Content } from './content.tsx'
import { NavLinks, useNavLinks } from './navigation.tsx'
import { Search } from './search.tsx'
import classes from './shell.module.css'
import { Support } from './support.tsx'
import { UserMenu } from './user-menu.tsx'

/** The drivers' frame: tabs at the bottom, within reach of a thumb. */
export function DriverShell({ session, children }: { session: Session; children: ReactNode }) {
  const links = useNavLinks(session)
  useRootMark('data-driver-frame')
  useEffect(() => whenIdle(() => void storeCodeReader()), [])
  return (
    <div className={classes.column} data-driver>
      <header className={classes.topBar}>
        <Brand />
        <Search session={session} shape="icon" />
        <div className={classes.end}>
          <ScanButton shape="icon" />
          <Support />
          <Bell />
          <UserMenu session={session} />
        </div>
      </header>
      <Content>{children}</Content>
      {links.length > 0 && (
        <nav aria-label="Päävalikko" className={classes.tabs}>
          <NavLinks links={links} className={classes.tab} icons />
        </nav>
      )}
    </div>
  )
}
