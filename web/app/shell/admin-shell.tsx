import { ActionIcon, Burger, Drawer, Tooltip } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { Bell } from '#web/features/notifications/bell.tsx'
import { useOrderCounts } from '#web/features/orders/list/order-counts.ts'
import { open, uninvoiced } from '#web/features/orders/list/order-filters.ts'
import { uncheckedRecords } from '#web/features/worktime/unchecked-records.ts'
import { useCounts } from '#web/kit/list/use-counts.ts'
import type { Session } from '../../session/session.ts'
import { navGroups } from '../nav-groups.ts'
import { Search } from '../palette/search.tsx'
import { Brand } from './brand.tsx'
import { Content } from './content.tsx'
import { type NavLink, NavLinks, useNavLinks } from './navigation.tsx'
import classes from './shell.module.css'
import { Support, SupportInDrawer } from './support.tsx'
import { UserMenu } from './user-menu.tsx'

type GroupsProps = {
  links: readonly NavLink[]
  compact?: boolean
  onChoose?: () => void
}

/** Follows the counts by itself, so that the rest of the frame is not rendered again when they change. */
function Groups({ links, compact = false, onChoose }: GroupsProps) {
  const counts = { ...useOrderCounts({ open, uninvoiced }), ...useCounts('tyovuoro_kirjaus', { unchecked: uncheckedRecords }) }
  return navGroups.map((group) => {
    const inGroup = links.filter((link) => link.group === group)
    if (inGroup.length === 0) return null
    return (
      <div key={group} className={classes.group}>
        {group !== '' && !compact && <h2 className={classes.groupName}>{group}</h2>}
        <NavLinks
          links={inGroup}
          className={classes.sideLink}
          icons
          compact={compact}
          counts={counts}
          {...(onChoose ? { onChoose } : {})}
        />
      </div>
    )
  })
}

/** The administrators' frame: a sidebar with all pages, which collapses to icons and is a drawer on a phone. */
export function AdminShell({ session, children }: { session: Session; children: ReactNode }) {
  const [opened, { toggle, close }] = useDisclosure()
  const [compact, setCompact] = useLocalStorage({ key: 'kuorma.sidebar-folded', defaultValue: false, getInitialValueInEffect: false })
  const links = useNavLinks(session)
  const side = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // The sidebar may be longer than the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page determines which link is the active one
  useEffect(() => {
    side.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [path])
  const foldLabel = compact ? 'Levitä valikko' : 'Kutista valikko'
  return (
    <div className={classes.admin} data-compact={compact || undefined}>
      <nav ref={side} aria-label="Päävalikko" className={classes.side}>
        <Brand compact={compact} />
        <Groups links={links} compact={compact} />
        <Tooltip label={foldLabel} position="right">
          <ActionIcon className={classes.fold} onClick={() => setCompact(!compact)} aria-label={foldLabel} aria-expanded={!compact}>
            {compact ? <IconLayoutSidebarLeftExpand size={20} aria-hidden /> : <IconLayoutSidebarLeftCollapse size={20} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      </nav>
      <div className={classes.column}>
        <header className={classes.topBar}>
          <Burger opened={opened} onClick={toggle} size="sm" className={classes.burgerLarge} aria-label="Valikko" aria-expanded={opened} />
          <span className={classes.brandLarge}>
            <Brand />
          </span>
          <Search session={session} shape="field" />
          <div className={classes.end}>
            <Support />
            <Bell />
            <UserMenu session={session} />
          </div>
        </header>
        <Content>{children}</Content>
      </div>
      <Drawer opened={opened} onClose={close} size={280} title={<Brand />} closeButtonProps={{ 'aria-label': 'Sulje valikko' }}>
        <nav aria-label="Päävalikko">
          <Groups links={links} onChoose={close} />
        </nav>
        <SupportInDrawer />
      </Drawer>
    </div>
  )
}
