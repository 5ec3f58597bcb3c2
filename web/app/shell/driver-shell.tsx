import { type ReactNode, useEffect } from 'react'
import { Bell } from '#web/features/notifications/bell.tsx'
import { useBell } from '#web/features/notifications/use-bell.ts'
import { storeCodeReader } from '#web/features/scanning/fetch-ahead.ts'
import { ScanButton } from '#web/features/scanning/scan-button.tsx'
import { useRootMark } from '#web/kit/page/root-mark.ts'
import type { Session } from '../../session/session.ts'
import { whenIdle } from '../idle.ts'
import { Search } from '../palette/search.tsx'
import { Brand } from './brand.tsx'
import { Content } from './content.tsx'
import { type NavLink, NavLinks, useNavLinks } from './navigation.tsx'
import classes from './shell.module.css'
import { Support } from './support.tsx'
import tabs from './tabs.module.css'
import { UserMenu } from './user-menu.tsx'

/** Follows the bell by itself, so that the rest of the frame is not rendered again when it changes. */
function Tabs({ links }: { links: readonly NavLink[] }) {
  const { entries = [] } = useBell()
  const documents = entries.filter(({ laji }) => laji === 'dokumentti').length
  return <NavLinks links={links} className={tabs.tab} icons counts={{ documents: documents || null }} />
}

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
        <nav aria-label="Päävalikko" className={tabs.tabs}>
          <Tabs links={links} />
        </nav>
      )}
    </div>
  )
}
