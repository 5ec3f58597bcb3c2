import { createRootRoute, createRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { type Access, guard } from './access.ts'
import type { NavItem } from './nav-groups.ts'
import { Root } from './shell/root.tsx'

type ScreenData = { access: Access; nav?: NavItem }

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    access?: Access
    nav?: NavItem
  }
}

/** The query strings of our pages are plain text: `?tila=uusi&jarjestys=-created`. */
export type PageSearch = Readonly<Record<string, string | undefined>>

export const root = createRootRoute({
  component: Root,
  validateSearch: (search: Record<string, unknown>): PageSearch =>
    Object.fromEntries(Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))),
})

/** A line of the table of routes. The screen's code is fetched when it is first opened. */
export function screen<const TPath extends string, TName extends string>(
  path: TPath,
  name: TName,
  load: () => Promise<Record<TName, RouteComponent>>,
  { access, nav }: ScreenData,
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load, name),
    staticData: nav ? { access, nav } : { access },
    beforeLoad: ({ location }) => guard(access, location.href),
  })
}
