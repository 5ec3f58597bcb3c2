import { Tooltip } from '@mantine/core'
import { Link, type StaticDataRouteOption, useRouter } from '@tanstack/react-router'
import { memo, useMemo } from 'react'
import type { Role } from '#domain/access/roles.ts'
import { formatCount } from '../../kit/format.ts'
import { holdsAny, type Session } from '../../session/session.ts'
import { useSettings } from '../../session/settings.ts'
import { type Access, hasScreen } from '../access.ts'
import type { NavCount, NavItem } from '../nav-groups.ts'
import classes from './shell.module.css'

export type NavLink = NavItem & { to: string }

/** Whether the session may open a page with this access; a page without one is never opened. */
const isAdmitted = (access: Access | undefined, session: Session | null): boolean =>
  access !== undefined && (access === 'any' || access === 'open' || holdsAny(session, access))

/** The navigation item of a route for this person; null when it has none. */
export function navItemOf({ access, nav }: StaticDataRouteOption = {}, session: Session | null): NavItem | null {
  if (!nav || !isAdmitted(access, session)) return null
  const holds = (role: Role) => holdsAny(session, [role])
  return (!nav.roles || holdsAny(session, nav.roles)) && (nav.isFor?.(holds) ?? true) ? nav : null
}

export function useNavLinks(session: Session | null): NavLink[] {
  const { features } = useSettings()
  const { routesById } = useRouter()
  return useMemo(
    () =>
      Object.values(routesById).flatMap(({ options, fullPath }) => {
        const nav = hasScreen(fullPath, features) ? navItemOf(options.staticData, session) : null
        return nav ? [{ ...nav, to: fullPath }] : []
      }),
    [routesById, features, session],
  )
}

/** The registers that the session may open, in the order of the table of routes; `pageOf` returns the address of a row's page. */
export function useRegisters(session: Session | null) {
  const { features } = useSettings()
  const { routesById } = useRouter()
  return Object.values(routesById).flatMap(({ options: { staticData }, fullPath }) => {
    const { access, nav, register } = staticData ?? {}
    if (!nav || !register || !hasScreen(fullPath, features) || !isAdmitted(access, session)) return []
    const { entity, page, views } = register
    return [{ entity, title: nav.label, icon: nav.icon, views, to: fullPath, pageOf: (id: string) => `/${page.replace('$id', id)}` }]
  })
}

/** The count of each work list; null when it could not be fetched. */
export type NavCounts = Readonly<Partial<Record<NavCount, number | null>>>

type Props = {
  links: readonly NavLink[]
  className: string | undefined
  icons?: boolean
  /** Shows only the icon; the name is a tooltip and the accessible name. */
  compact?: boolean
  counts?: NavCounts
  onChoose?: () => void
}

export function NavLinks({ links, className, icons = false, compact = false, counts = {}, onChoose }: Props) {
  return links.map((link) => (
    <NavLinkItem
      key={link.to}
      link={link}
      className={className}
      icons={icons}
      compact={compact}
      count={link.count && counts[link.count]}
      {...(onChoose ? { onChoose } : {})}
    />
  ))
}

type ItemProps = Pick<Props, 'className' | 'onChoose'> & {
  link: NavLink
  icons: boolean
  compact: boolean
  count: number | null | undefined
}

/** Rendered again only when its own count changes. */
const NavLinkItem = memo(({ link: { to, label, icon: Icon }, className, icons, compact, count, onChoose }: ItemProps) => (
  <Tooltip label={label} position="right" disabled={!compact}>
    <Link
      to={to}
      className={className}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      activeProps={{ 'data-active': true }}
      aria-label={compact ? label : undefined}
      {...(onChoose ? { onClick: onChoose } : {})}
    >
      {icons && <Icon size={18} stroke={1.8} aria-hidden />}
      {!compact && <span>{label}</span>}
      {!compact && typeof count === 'number' && <span className={classes.navCount}>{formatCount(count)}</span>}
    </Link>
  </Tooltip>
))
