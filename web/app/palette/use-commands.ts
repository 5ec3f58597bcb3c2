import { useMantineColorScheme } from '@mantine/core'
import {
  IconAdjustments,
  IconBook,
  IconLayoutList,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
  IconSunMoon,
  IconUser,
} from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { listQuery } from '../../data/queries.ts'
import { maxViews, readSearch } from '../../kit/list/saved-views.ts'
import { useOfferedActions } from '../../kit/page/page-actions.ts'
import { views } from '../../screens/orders-list/views.ts'
import { settingTabs } from '../../screens/settings/setting-tabs.ts'
import { holdsAny, type Session } from '../../session/session.ts'
import { useNavLinks, useRegisters } from '../shell/navigation.tsx'
import type { Find, FindGroup } from './find.ts'

/** What the palette does without asking the server: the open page's actions, pages, views, settings and the app itself. `isTyped`: there is a text. */
export function useCommands(session: Session, isTyped: boolean): readonly FindGroup[] {
  const offered = useOfferedActions()
  return [
    ...offered.map(({ title, actions }) => ({
      title,
      finds: actions.map(
        ({ id, label, icon, shortcut, danger, run }): Find => ({
          id,
          label,
          icon,
          detail: '',
          open: run,
          ...(shortcut ? { shortcut } : {}),
          ...(danger ? { danger } : {}),
        }),
      ),
    })),
    { title: 'Toiminnot', finds: usePages(session) },
    { title: 'Näkymät', finds: useViews(session, isTyped) },
    { title: 'Asetukset', finds: useSettingsPages(session) },
    { title: 'Ulkoasu', finds: useSchemes() },
  ]
}

/** The person's pages, and actions that are available everywhere. */
function usePages(session: Session): Find[] {
  const navigate = useNavigate()
  const links = useNavLinks(session)
  const act = (label: string, icon: Find['icon'], open: () => void): Find => ({ id: label, label, detail: '', icon, open })
  return [
    ...(holdsAny(session, ['yllapito', 'asiakas'])
      ? [{ ...act('Uusi tilaus', IconPlus, () => void navigate({ to: '/tilaus/new' })), shortcut: 'n' }]
      : []),
    ...links.map(({ label, icon, to }) => act(label, icon, () => void navigate({ to }))),
    act('Omat tiedot', IconUser, () => void navigate({ to: '/user/$id', params: { id: session.user.id } })),
    act('Ohje', IconBook, () => void navigate({ to: '/ohje' })),
    act('Kirjaudu ulos', IconLogout, () => void navigate({ to: '/logout' })),
  ]
}

/** The views of the lists: the dispatcher's own tabs, and everybody's saved ones. */
function useViews(session: Session, isTyped: boolean): Find[] {
  const navigate = useNavigate()
  const staff = holdsAny(session, ['yllapito'])
  const { data } = useQuery(
    listQuery('nakyma', { sort: ['created'], page: { limit: maxViews }, fields: { nakyma: ['name', 'lista', 'rajaukset'] } }),
  )
  const own = staff
    ? Object.entries(views).map(
        ([nakyma, { label }]): Find => ({
          id: `nakyma-${nakyma}`,
          label,
          detail: 'Tilaukset',
          icon: IconLayoutList,
          open: () => void navigate({ to: '/tilaukset', search: { nakyma } }),
        }),
      )
    : []
  const saved = data?.rows.map(
    ({ id, name, lista, rajaukset }): Find => ({
      id,
      label: name,
      detail: 'Tallennettu näkymä',
      icon: IconLayoutList,
      open: () => void navigate({ to: `/${lista}`, search: { ...readSearch(rajaukset), oma: id } }),
    }),
  )
  return [...own, ...useRegisterViews(session, isTyped), ...(saved ?? [])]
}

/** The tabs of the registers. They come with the code of the lists, which is loaded when something is first typed: they are not shown before. */
function useRegisterViews(session: Session, isTyped: boolean): Find[] {
  const navigate = useNavigate()
  const registers = useRegisters(session)
  const results = useQueries({
    queries: registers.map(({ to, views }) => ({
      queryKey: ['list-views', to],
      queryFn: views,
      enabled: isTyped,
      staleTime: Number.POSITIVE_INFINITY,
      // Without the code of a list, its tabs are missing here: opening the list says why.
      retry: false,
    })),
  })
  return registers.flatMap(({ to, title }, index) =>
    (results[index]?.data ?? []).map(
      ({ value, label }): Find => ({
        id: `${to} ${value}`,
        label,
        detail: title,
        icon: IconLayoutList,
        open: () => void navigate({ to, search: { nakyma: value } }),
      }),
    ),
  )
}

function useSettingsPages(session: Session): Find[] {
  const navigate = useNavigate()
  if (!holdsAny(session, ['yllapito'])) return []
  return Object.entries(settingTabs).map(([osio, title]) => ({
    id: `osio-${osio}`,
    label: title,
    detail: 'Asetukset',
    icon: IconAdjustments,
    open: () => void navigate({ to: '/asetukset', search: { osio } }),
  }))
}

const schemes = [
  { id: 'light', label: 'Vaalea ulkoasu', icon: IconSun },
  { id: 'dark', label: 'Tumma ulkoasu', icon: IconMoon },
  { id: 'auto', label: 'Ulkoasu järjestelmän mukaan', icon: IconSunMoon },
] as const

function useSchemes(): Find[] {
  const { setColorScheme } = useMantineColorScheme()
  return schemes.map(({ id, label, icon }) => ({ id, label, detail: 'teema, värit', icon, open: () => setColorScheme(id) }))
}
