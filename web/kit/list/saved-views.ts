import { useQuery } from '@tanstack/react-query'
import { patch } from '#web/data/json-api.ts'
import { drop, add as made, operations } from '#web/data/operations.ts'
import { listQuery, rereadAfterChange } from '#web/data/queries.ts'
import { newId } from '#web/data/row.ts'
import { holdsAny, useSession } from '#web/session/session.ts'
import { showDone, showUndo } from '#web/ui/undo-toast.tsx'
import { usePageSearch } from '../page/page-search.ts'

type Search = Readonly<Record<string, string | undefined>>
/** Parts of the address that are not saved: which view is open, and what is shown beside the list. */
const besides = ['oma', 'kartta']
/** This many views are tabs, with a count each; the others are in a menu. */
const maxTabs = 8
/** As many as one request returns: nobody could find their way among more. */
export const maxViews = 250

/** `isShared`: all administrators see it; `isOwn`: the person may change it. */
export type SavedView = { id: string; vid: number; name: string; search: Search; isOwn: boolean; isShared: boolean }
export type SavedViews = {
  /** The oldest views, and the open one. */
  tabs: readonly SavedView[]
  /** The other views, by name. */
  others: readonly SavedView[]
  /** The limit is reached. */
  full: boolean
  /** The view that is open according to the address. */
  open: SavedView | null
  /** Its filters, order or columns have been changed since it was saved. */
  changed: boolean
  choose: (view: SavedView) => void
  /** Closes a saved view and opens one of the list's own tabs. */
  leave: (nakyma: string | undefined) => void
  save: (name: string) => Promise<void>
  /** Saves the current address as the view's content. */
  update: (view: SavedView) => Promise<void>
  rename: (view: SavedView, name: string) => Promise<void>
  /** Shares the view with all administrators, or stops it; null for those who may not. */
  share: ((view: SavedView, isShared: boolean) => Promise<void>) | null
  remove: (view: SavedView) => Promise<void>
}

/** `nakyma=myohassa&tila=siirretty`, in a fixed order, so that equal views are written equally. */
export function writeSearch(search: Search): string {
  const stored = Object.entries(search).filter(([name, value]) => !besides.includes(name) && value !== undefined && value !== '')
  return new URLSearchParams(
    stored.map(([name, value]): [string, string] => [name, value ?? '']).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ).toString()
}
export const readSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text))

const ownFields = ['vid', 'name', 'rajaukset', 'kayttaja'] as const

const asRead = (name: string): string => name.trim().toLocaleLowerCase('fi')

/** Rejects a name in use, since nobody could tell the two tabs apart. `taken`: the list's own tabs and the person's other views. */
export const viewNameFault = (name: string, taken: readonly string[]): string | null =>
  taken.some((other) => asRead(other) === asRead(name)) ? 'Listalla on jo tämänniminen näkymä. Anna toinen nimi.' : null

/** The person's saved views of a list, stored on the server; `list` is the list's address. */
export function useSavedViews(list: string): SavedViews {
  const { search, set } = usePageSearch()
  const session = useSession()
  const me = session?.user.id ?? ''
  const mayShare = holdsAny(session, ['yllapito'])
  const { data } = useQuery(
    listQuery('nakyma', {
      filter: { lista: list },
      sort: ['created'],
      page: { limit: maxViews },
      fields: { nakyma: mayShare ? [...ownFields, 'jako'] : ownFields },
    }),
  )
  const views =
    data?.rows.map(
      ({ id, vid, name, rajaukset, kayttaja, jako }): SavedView => ({
        ...{ id, vid, name, search: readSearch(rajaukset) },
        isOwn: kayttaja === me,
        isShared: jako === 'yhteinen',
      }),
    ) ?? []
  const open = views.find(({ id }) => id === search.oma) ?? null
  const isTab = (view: SavedView, index: number) => index < maxTabs || view === open
  const nothing = Object.fromEntries(
    Object.keys(search)
      .filter((name) => name !== 'kartta')
      .map((name) => [name, undefined]),
  )

  const add = async (name: string, rajaukset: string): Promise<string> => {
    const id = newId()
    await operations([made('nakyma', { id, name, lista: list, rajaukset, kayttaja: me })], newId())
    await rereadAfterChange('nakyma')
    return id
  }
  return {
    tabs: views.filter(isTab),
    others: views.filter((view, index) => !isTab(view, index)).toSorted((a, b) => a.name.localeCompare(b.name, 'fi', { numeric: true })),
    full: (data?.count ?? 0) >= maxViews,
    open,
    changed: open !== null && writeSearch(search) !== writeSearch(open.search),
    choose: (view) => set({ ...nothing, ...view.search, oma: view.id }),
    leave: (nakyma) => set(open ? { ...nothing, nakyma } : { nakyma, oma: undefined }),
    async save(name) {
      const rajaukset = writeSearch(search)
      set({ oma: await add(name, rajaukset) })
    },
    async update(view) {
      await patch('nakyma', view, { rajaukset: writeSearch(search) })
      await rereadAfterChange('nakyma')
      showDone(`Näkymä ${view.name} tallennettu.`)
    },
    async rename(view, name) {
      await patch('nakyma', view, { name })
      await rereadAfterChange('nakyma')
    },
    share: mayShare
      ? async (view, isShared) => {
          await patch('nakyma', view, { jako: isShared ? 'yhteinen' : 'oma' })
          await rereadAfterChange('nakyma')
          showDone(isShared ? `Näkymä ${view.name} näkyy nyt kaikille ylläpitäjille.` : `Näkymä ${view.name} näkyy vain sinulle.`)
        }
      : null,
    async remove(view) {
      await operations([drop('nakyma', view.id)], newId())
      await rereadAfterChange('nakyma')
      if (view.id === open?.id) set({ ...nothing, oma: undefined })
      // Only an administrator can restore a removed row, on the screen of removed rows, so undoing saves a new view.
      showUndo(`Näkymä ${view.name} poistettu.`, async () => {
        await add(view.name, writeSearch(view.search))
      })
    },
  }
}
