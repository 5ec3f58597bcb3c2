import { createRootRoute, createRoute, lazyRouteComponent, notFound, type RouteComponent } from '@tanstack/react-router'
import type { Role } from '#domain/access/roles.ts'
import type { EntityName } from '#domain/model/registry.ts'
import type { Register } from '../kit/entity/register.ts'
import { settings } from '../session/settings.ts'
import { loadPart } from '../ui/loading/load-part.ts'
import { type Access, guard, hasScreen } from './access.ts'
import type { NavItem } from './nav-groups.ts'
import { Root } from './shell/root.tsx'

type ScreenData = { access: Access; nav?: NavItem; register?: RegisterRoute }

/** A tab of a list, as the palette offers it. */
export type ListView = { value: string; label: string }
/**
 * For the list of a register: the entity of its rows, and the address of their pages (`auto/$id`). The palette searches these rows, and
 * offers the tabs of the list (`views`, with its code).
 */
type RegisterRoute = { entity: EntityName; page: string; views: () => Promise<readonly ListView[]> }

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    access?: Access
    nav?: NavItem
    register?: RegisterRoute
  }
}

/** The query strings of pages are plain text: `?tila=uusi&jarjestys=-created`. */
export type PageSearch = Readonly<Record<string, string | undefined>>

export const root = createRootRoute({
  component: Root,
  validateSearch: (search: Record<string, unknown>): PageSearch =>
    Object.fromEntries(Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))),
})

/** A line of the table of routes. The screen's code is loaded when it is first opened. */
export function screen<const TPath extends string, TName extends string>(
  path: TPath,
  name: TName,
  load: () => Promise<Record<TName, RouteComponent>>,
  { access, ...data }: ScreenData,
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(() => loadPart(load), name),
    staticData: { access, ...data },
    beforeLoad: ({ location }) => {
      if (!hasScreen(path, settings().features)) throw notFound()
      guard(access, location.href)
    },
  })
}

type RegisterScreens<N extends EntityName, TList extends string, TPage extends string> = {
  access: readonly Role[]
  /** Who opens the page of a row, when more than those of the list. */
  pageAccess?: Access
  nav: Omit<NavItem, 'roles'>
  /** The address of the list, in the plural, and its code. Of the register only the entity: its links are typed by the routes that are made here. */
  list: [
    path: TList,
    load: () => Promise<{ register: Pick<Register<N>, 'entity'> & { tabs?: readonly ListView[] }; ListScreen: RouteComponent }>,
  ]
  /** The address of a row's page without the id, in the singular, and its code. */
  page: [path: TPage, load: () => Promise<{ PageScreen: RouteComponent }>]
}

/** The two lines of a register: its list, and the page of a row or a new row (`auto/new`). */
export function registerScreens<N extends EntityName, const TList extends string, const TPage extends string>(
  entity: N,
  { access, pageAccess = access, nav, list: [listPath, loadList], page: [pagePath, loadPage] }: RegisterScreens<N, TList, TPage>,
) {
  const page = `${pagePath}/$id` as const
  const views = async () => (await loadPart(loadList)).register.tabs ?? []
  return [
    screen(listPath, 'ListScreen', loadList, { access, nav, register: { entity, page, views } }),
    screen(page, 'PageScreen', loadPage, { access: pageAccess }),
  ] as const
}
