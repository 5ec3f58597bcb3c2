import { Burger, Button, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Bell } from '#web/features/notifications/bell.tsx'
import { holdsAny, type Session } from '../../session/session.ts'
import { Search } from '../palette/search.tsx'
import { Brand } from './brand.tsx'
import { Content } from './content.tsx'
import { NavLinks, useNavLinks } from './navigation.tsx'
import classes from './shell.module.css'
import { Support, SupportInDrawer } from './support.tsx'
import { UserMenu } from './user-menu.tsx'

/** The frame of customers and maintenance staff: a top bar, and for customers a button for a new order. */
export function TopShell({ session, children }: { session: Session; children: ReactNode }) {
  const [opened, { toggle, close }] = useDisclosure()
  const links = useNavLinks(session)
  const { routesById } = useRouter()
  const atStart = useLocation({ select: ({ pathname }) => pathname === '/' })
  const paths: readonly string[] = Object.values(routesById).map(({ fullPath }) => fullPath)
  const canOrder = holdsAny(session, ['asiakas']) && paths.includes('/tilaus/$id')
  return (
    <div className={classes.column}>
      <header className={classes.topBar}>
        {links.length > 1 && (
          <Burger opened={opened} onClick={toggle} size="sm" className={classes.burgerSmall} aria-label="Valikko" aria-expanded={opened} />
        )}
        <Brand />
        <nav aria-label="Päävalikko" className={classes.topLinks}>
          <NavLinks links={links} className={classes.topLink} />
        </nav>
        <Search session={session} shape="icon-beside-button" />
        <div className={classes.end}>
          <Support />
          {canOrder && (
            // The start page has a large button; on a phone one is enough.
            <Button
              component={Link}
              to="/tilaus/new"
              size="sm"
              {...(atStart ? { visibleFrom: 'sm' } : {})}
              leftSection={<IconPlus size={18} aria-hidden />}
            >
              Uusi tilaus
            </Button>
          )}
          <Bell />
          <UserMenu session={session} />
        </div>
      </header>
      <Drawer opened={opened} onClose={close} size={260} title={<Brand />} closeButtonProps={{ 'aria-label': 'Sulje valikko' }}>
        <nav aria-label="Päävalikko">
          <NavLinks links={links} className={classes.sideLink} icons onChoose={close} />
        </nav>
        <SupportInDrawer />
      </Drawer>
      <Content>{children}</Content>
    </div>
  )
}
