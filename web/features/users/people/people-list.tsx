import { Button } from '@mantine/core'
import { IconDownload, IconExternalLink, IconMail, IconUserPlus } from '@tabler/icons-react'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { staffRoles } from '#domain/access/roles.ts'
import {
  type ExpiringField,
  expiringFields,
  type UserListRow,
  type UserSort,
  userListCall,
  userSorts,
} from '#domain/features/users/user-list.ts'
import type { Filter } from '#domain/model/query/list-query.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { showPhone } from '#web/features/addresses/places.ts'
import { soonUntil } from '#web/features/reminders/expiring-soon.ts'
import { EntityExport, useRowsFile } from '#web/kit/entity/entity-export.tsx'
import type { Column } from '#web/kit/list/columns.ts'
import type { FilterField } from '#web/kit/list/filters/fit-filters.ts'
import { ChoiceFilter, FlagFilter, TextFilter, useNarrowing } from '#web/kit/list/list-filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useListRows } from '#web/kit/list/list-rows.ts'
import type { Tab } from '#web/kit/list/list-tabs.tsx'
import { RowLinks } from '#web/kit/list/row-links.tsx'
import { type RowAction, useListActions } from '#web/kit/list/rows/row-actions.tsx'
import { useSavedViews } from '#web/kit/list/saved-views.ts'
import { partOf, useSelectedRows } from '#web/kit/list/selection/use-selected-rows.ts'
import { usePageKeys } from '#web/kit/page/page-keys.ts'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { useNow } from '#web/kit/page/use-now.ts'
import classes from './people-list.module.css'

type PeopleQuery = Omit<z.input<typeof userListCall.input>, 'page[limit]' | 'page[offset]'>
type Props = {
  title: string
  /** The list's address, under which the person's saved views are stored. */
  list: string
  /** The label of the button that adds a person. */
  newTitle: string
  /** The fixed conditions of the list, to which the search, the sort order and the filter are added. */
  query: PeopleQuery
  /** The list's tabs, by roles; without them there is one, of all people. */
  tabs?: readonly Tab[]
  /** Defined outside the component, or memoised. */
  columns: readonly Column<UserListRow>[]
  /** The columns of the cards on a phone, if they differ: cards have no cells to edit. */
  cardColumns?: readonly Column<UserListRow>[]
  /** Of staff: adds filters for drivers' papers that expire and for disabled people. */
  ofStaff?: boolean
  empty: string
  /** Buttons beside the choice of columns. */
  tools?: ReactNode
}

const pageSize = 50
const everyone: readonly Tab[] = [{ value: 'kaikki', label: 'Kaikki' }]

const peopleQuery = (input: PeopleQuery) =>
  infiniteQueryOptions({
    queryKey: queryKeys.call(userListCall.path, { ...input, pageSize }),
    queryFn: async ({ pageParam, signal }) => {
      const page = { 'page[limit]': pageSize, 'page[offset]': pageParam }
      const { data, meta } = await callApi(userListCall, { ...input, ...page }, { signal })
      return { rows: data, included: null, count: meta.count, next: pageParam + data.length }
    },
    initialPageParam: 0,
    getNextPageParam: ({ next, count, rows }) => (next < count && rows.length > 0 ? next : null),
  })
/** The fields of a user; phone numbers and validity dates are in profiles, which the exported file does not contain. */
const exportedColumns = ['field_fullname', 'name', 'mail', 'user_roles']

/** The filter of the exported file, which finds the people of the list. */
const exportFilter = ({ henkilosto, rooli, q, status }: PeopleQuery): Filter<'user'> => ({
  all: [
    ...(henkilosto ? [{ user_roles: staffRoles }] : []),
    ...(typeof rooli === 'string' ? [{ user_roles: rooli }] : []),
    ...(q ? [{ q }] : []),
    ...(status === '0' ? [{ status: 0 }] : []),
  ],
})

const paperLabels: Readonly<Record<ExpiringField, string>> = {
  field_ammattipatevyys_voimassa: 'Ammattipätevyys',
  field_digipiirturikortti_voimass: 'Digipiirturikortti',
}
const paperChoices = expiringFields.map((value) => ({ value, label: paperLabels[value] }))
const staffFilters: readonly FilterField[] = [
  { names: ['vanhenee'], label: 'Vanhenee pian', field: <ChoiceFilter name="vanhenee" label="Vanhenee pian" data={paperChoices} /> },
  { names: ['poistetut'], label: 'Käytöstä poistetut', field: <FlagFilter name="poistetut" label="Käytöstä poistetut" /> },
]

const asIs = (row: UserListRow): UserListRow => row
const sortOf = (requested: string | undefined): UserSort | undefined => userSorts.find((sort) => sort === requested)

/** A list of users with a page for each, for those who manage them. */
export function PeopleList(props: Props) {
  const { title, list: address, newTitle, query, tabs = everyone, columns, cardColumns = columns, ofStaff = false, empty, tools } = props
  const navigate = useNavigate()
  const { search } = usePageSearch()
  const { nothing } = useNarrowing(['haku', 'vanhenee', 'poistetut'], 'ketään')
  const now = useNow()
  const q = search.haku?.trim()
  const sort = sortOf(search.jarjestys)
  const field = ofStaff && expiringFields.find((one) => one === search.vanhenee)
  const input: PeopleQuery = {
    ...query,
    ...(q ? { q } : {}),
    ...(sort ? { sort } : {}),
    ...(field ? { [field]: soonUntil(now) } : {}),
    ...(ofStaff && search.poistetut === '1' ? { status: '0' } : {}),
  }
  const list = useListRows(useInfiniteQuery({ ...peopleQuery(input), placeholderData: keepPreviousData }), asIs)
  const saved = useSavedViews(address)
  const open = (id: string) => void navigate({ to: '/user/$id', params: { id } })
  usePageKeys([['n', () => open('new')]])
  const exported = { entity: 'user', sort: ['field_fullname', 'name'], columns: exportedColumns, title } as const
  const { run: save } = useRowsFile<'user'>(exported)
  const { selected, selection } = useSelectedRows(address, { part: partOf(search), rows: list.rows })
  const [current, setCurrent] = useState<UserListRow | null>(null)
  const { bar, menu } = useListActions({
    selected,
    current,
    titleOf: (people) => (people.length === 1 && people[0] ? nameOf(people[0]) : `${people.length} valittua henkilöä`),
    of: (people) => peopleActions(people, { open, save: (ids) => save({ all: [exportFilter(input), { id: [...ids] }] }) }),
  })
  const newButton = (
    <Button component={Link} to="/user/new" leftSection={<IconUserPlus size={18} aria-hidden />} aria-keyshortcuts="n">
      {newTitle}
    </Button>
  )
  return (
    <RowLinks>
      <ListPage
        title={title}
        actions={newButton}
        tabs={tabs}
        saved={{ ...saved, counts: {} }}
        text={<TextFilter name="haku" label="Hae" />}
        fields={ofStaff ? staffFilters : []}
        list={list}
        columns={columns}
        tools={
          <>
            {tools}
            {/* Days of papers are in profiles, which the filter of a file does not reach: selected rows are exported by their ids. */}
            {!field && <EntityExport {...exported} filter={exportFilter(input)} count={list.count} />}
          </>
        }
        card={(person) => <PersonCard person={person} columns={cardColumns} />}
        onOpen={({ id }) => open(id)}
        selection={{ ...selection, actions: bar }}
        rows={{ menu, onCurrent: setCurrent }}
        empty={nothing('Väljennä hakua tai poista rajauksia.') ?? { title: empty, action: newButton }}
      />
    </RowLinks>
  )
}

const nameOf = ({ field_fullname, name }: Pick<UserListRow, 'name' | 'field_fullname'>): string => field_fullname || name

type Tasks = { open: (id: string) => void; save: (ids: readonly string[]) => void }

/** As many as the address of the request holds. */
const maxSaved = 100

function peopleActions(people: readonly UserListRow[], { open, save }: Tasks): RowAction[] {
  const [first] = people
  const mails = people.flatMap(({ mail }) => mail || [])
  return [
    ...(first && people.length === 1
      ? [{ id: 'open', label: 'Avaa', icon: IconExternalLink, shortcut: 'Enter', run: () => open(first.id) }]
      : []),
    ...(mails.length > 0
      ? [
          {
            id: 'mail',
            label: 'Kirjoita sähköposti',
            icon: IconMail,
            inBar: true,
            run: () => window.open(`mailto:${mails.join()}`, '_self'),
          } as const,
        ]
      : []),
    ...(people.length <= maxSaved
      ? [
          {
            id: 'export',
            label: 'Lataa rivit (CSV)',
            icon: IconDownload,
            inBar: true,
            run: () => save(people.map(({ id }) => id)),
          } as const,
        ]
      : []),
  ]
}

export function PersonLink({ person }: { person: Pick<UserListRow, 'id' | 'name' | 'field_fullname'> }) {
  return (
    <Link to="/user/$id" params={{ id: person.id }} className={classes.name} data-row-link>
      {nameOf(person)}
    </Link>
  )
}

export function PhoneLink({ number }: { number: string }) {
  if (number === '') return '–'
  return (
    <a href={`tel:${number}`} className={classes.phone}>
      {showPhone(number)}
    </a>
  )
}

function PersonCard({ person, columns }: { person: UserListRow; columns: readonly Column<UserListRow>[] }) {
  const [first, ...others] = columns.filter(({ optional }) => !optional)
  return (
    <div className={classes.card}>
      <div className={classes.head}>{first?.cell(person)}</div>
      <dl className={classes.facts}>
        {others.map(({ id, header, cell }) => (
          <div key={id} style={{ display: 'contents' }}>
            <dt>{header}</dt>
            <dd>{cell(person)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
