import { IconArchive, IconHistory, IconPackage, IconSteeringWheel } from '@tabler/icons-react'
import { keepPreviousData, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListQuery } from '#domain/model/query/list-query.ts'
import type { EntityName } from '#domain/model/registry.ts'
import { rowHeading } from '#domain/model/row-heading.ts'
import type { IncludedRows } from '../../data/json-api.ts'
import { listQuery } from '../../data/queries.ts'
import type { Fields, Part } from '../../data/row.ts'
import { useSearchHelp } from '../../features/orders/list/use-search-help.ts'
import { orderStyle } from '../../features/orders/status-styles.ts'
import { searchFilter } from '../../kit/entity/entity-filters.tsx'
import { formatDay, plural } from '../../kit/format.ts'
import { holdsAny, type Session } from '../../session/session.ts'
import { useRegisters } from '../shell/navigation.tsx'
import type { Find, FindGroup } from './find.ts'
import { rankFinds } from './rank-finds.ts'
import { recentEntries } from './recent.ts'
import { useCommands } from './use-commands.ts'

const each = 5
const orderFields = {
  tilaus: ['tunniste', 'tilauksen_tila', 'toivottu_toimitus', 'asiakas', 'lahetykset'],
  asiakas: ['name'],
  lahetys: ['nouto_postitmp', 'toimitus_postitmp'],
} as const
/** The shortest text that is searched for. */
const shortest = 2

type Finds = { groups: FindGroup[]; isAsking: boolean; mayMiss: boolean }

type Source<N extends EntityName, F extends Fields> = {
  title: string
  icon: Find['icon']
  entity: N
  query: ListQuery<N, F>
  /** False when the person may not read the rows, or the text is too short. */
  enabled: boolean
  find: (row: Part<N, F>, included: IncludedRows<F>) => Omit<Find, 'icon'>
}

type Progress = Pick<UseQueryResult, 'isLoading' | 'isPlaceholderData' | 'isError' | 'isPaused'>
const progressOf = ({ isLoading, isPlaceholderData, isError, isPaused }: Progress) => ({
  isAsking: isLoading || isPlaceholderData,
  mayMiss: isError || isPaused,
})

/** The first rows that the server finds; until they arrive, those of the previous text. */
function useFound<N extends EntityName, const F extends Fields>({ title, icon, entity, query, enabled, find }: Source<N, F>) {
  const results = useQuery({
    ...listQuery<N, F>(entity, { ...query, page: { limit: each } }),
    placeholderData: keepPreviousData,
    enabled,
  })
  const { data } = results
  const finds = data?.rows.map((row) => ({ ...find(row, data.included), icon })) ?? []
  return { title, entity, finds, ...progressOf(results) }
}

/** The rows of all registers in the table of routes; opening one opens its page. */
function useRegisterFinds(text: string, asks: boolean, session: Session) {
  const navigate = useNavigate()
  const registers = useRegisters(session)
  const results = useQueries({
    queries: registers.map(({ entity }) => ({
      ...listQuery(entity, { filter: searchFilter(entity, text), page: { limit: each } }),
      placeholderData: keepPreviousData,
      enabled: asks,
    })),
  })
  return registers.flatMap(({ entity, title, icon, pageOf }, index) => {
    const result = results[index]
    if (!result) return []
    const finds = result.data?.rows.map((row): Find => {
      const label = rowHeading(entity, row)
      const to = pageOf(row.id)
      return { id: row.id, label, detail: detailOf(row, label), icon, open: () => void navigate({ to }) }
    })
    return { title, entity, finds: finds ?? [], ...progressOf(result) }
  })
}

/** What tells rows of the same label apart: the street and town of an address, else the name. */
function detailOf(row: { name: string }, label: string): string {
  if ('field_osoite_1' in row && 'field_postitoimipaikka' in row)
    return [row.field_osoite_1, row.field_postitoimipaikka].filter(Boolean).join(', ')
  return row.name === label ? '' : row.name
}

type Found = ReturnType<typeof useFound>

/** The open orders of the customers and drivers that were found, as rows of their own: the other rows open the customer's or the driver's page. */
function ordersOf(sources: readonly Found[], open: (search: Record<string, string>) => void): Found {
  const finds = sources.flatMap(({ entity, finds }) =>
    finds.map(({ id, label, icon }): Find => {
      const filter = entity === 'asiakas' ? 'asiakas' : 'kuljettaja'
      return { id: `tilaukset-${id}`, label, detail: 'avoimet tilaukset', icon, open: () => open({ [filter]: id }) }
    }),
  )
  return { title: 'Avoimet tilaukset', entity: 'tilaus', finds, isAsking: false, mayMiss: false }
}

/** The results for a text, best first; without one, the person's pages. `isAsking`: more may arrive; `mayMiss`: a search failed. */
export function useFinds(text: string, session: Session): Finds {
  const navigate = useNavigate()
  const staff = holdsAny(session, ['yllapito'])
  const mayOpenOrders = holdsAny(session, ['yllapito', 'asiakas'])
  // Orders are searched by the corrected text when none has the typed words.
  const help = useSearchHelp(mayOpenOrders ? text : '')
  const filter = text.trim() === '' ? {} : { q: text.trim() }
  const asks = text.trim().length >= shortest
  const commands = useCommands(session, text.trim() !== '')
  const recent = useRecent()
  const openOrder = (id: string) => () =>
    void (mayOpenOrders
      ? navigate({ to: '/tilaus/$id', params: { id } })
      : navigate({ to: '/kuittaa/$tilausId', params: { tilausId: id } }))
  const drivers = useFound({
    title: 'Kuljettajat',
    icon: IconSteeringWheel,
    entity: 'user',
    query: { filter: { ...filter, user_roles: 'kuljettaja' }, fields: { user: ['field_fullname', 'name'] } },
    enabled: asks && staff,
    find: ({ id, field_fullname, name }) => ({
      id,
      label: field_fullname || name,
      detail: '',
      open: () => void navigate({ to: '/user/$id', params: { id } }),
    }),
  })
  const registers = useRegisterFinds(text.trim(), asks, session)
  const customers = registers.filter(({ entity }) => entity === 'asiakas')
  const openOrders = ordersOf(staff ? [...customers, drivers] : [], (search) => void navigate({ to: '/tilaukset', search }))
  const found = [
    useFound({
      title: help.isCorrected ? `Tilaukset haulla ”${help.text}”` : 'Tilaukset',
      icon: IconPackage,
      entity: 'tilaus',
      query: { filter: help.isCorrected ? { q: help.text } : filter, include: ['asiakas', 'lahetykset'], fields: orderFields },
      enabled: asks && holdsAny(session, ['yllapito', 'kuljettaja', 'asiakas']),
      find: ({ id, tunniste, tilauksen_tila, toivottu_toimitus, asiakas, lahetykset }, included) => {
        const [first] = included.all('lahetys', lahetykset)
        const detail = [
          staff ? included.get('asiakas', asiakas)?.name : undefined,
          first && `${first.nouto_postitmp} → ${first.toimitus_postitmp}`,
          toivottu_toimitus > 0 ? formatDay(toivottu_toimitus) : undefined,
        ]
        return {
          id,
          label: tunniste,
          detail: detail.filter(Boolean).join(' · '),
          status: orderStyle(tilauksen_tila),
          open: openOrder(id),
        }
      },
    }),
    // Of rows that match as well, those that are asked for most come first.
    ...customers,
    drivers,
    openOrders,
    ...registers.filter(({ entity }) => entity !== 'asiakas'),
  ]
  const archived: FindGroup = {
    title: 'Arkisto',
    finds: help.archived
      ? [
          {
            id: 'arkisto',
            label: `Arkistossa ${plural(help.archived, 'osuma', 'osumaa')}`,
            detail: help.text,
            icon: IconArchive,
            open: () => void navigate({ to: '/arkisto', search: { haku: help.text } }),
          },
        ]
      : [],
  }
  const words = text.trim().toLocaleLowerCase('fi')
  const fits = ({ label, detail }: Find) =>
    label.toLocaleLowerCase('fi').includes(words) || (words !== '' && detail.toLocaleLowerCase('fi').includes(words))
  const fitting = commands.map(({ title, finds }) => ({ title, finds: finds.filter(fits) }))
  // Without a text: what the page offers, what was opened last, and the pages; views and settings are found by typing.
  const untyped = fitting.filter(({ title }) => !typedOnly.has(title))
  const shown = words === '' ? [...untyped.slice(0, -1), recent, ...untyped.slice(-1)] : [...fitting, ...(asks ? [...found, archived] : [])]
  return {
    mayMiss: asks && found.some(({ mayMiss }) => mayMiss),
    groups: rankFinds(
      shown.filter(({ finds }) => finds.length > 0),
      text,
    ),
    isAsking: found.some(({ isAsking }) => isAsking),
  }
}

const typedOnly = new Set(['Näkymät', 'Asetukset', 'Ulkoasu'])

/** What the person last opened; read once, when the palette opens. */
function useRecent(): FindGroup {
  const navigate = useNavigate()
  const [entries] = useState(recentEntries)
  const finds = entries.map(({ to, ...entry }): Find => ({ ...entry, id: to, icon: IconHistory, open: () => void navigate({ to }) }))
  return { title: 'Viimeksi avatut', finds }
}
