import { Button, Kbd } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { type Reach, reachOf } from '#domain/access/reach.ts'
import type { Role } from '#domain/access/roles.ts'
import type { Entity } from '#domain/model/define-entity.ts'
import type { Filter, SortKey } from '#domain/model/query/list-query.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { headingOf, rowHeading } from '#domain/model/row-heading.ts'
import type { IncludedRows } from '#web/data/json-api.ts'
import type { AllFields, EntityRow } from '#web/data/row.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { holdsAny, useSession } from '#web/session/session.ts'
import type { Column } from '../list/columns.ts'
import { FlagFilter, TextFilter, useNarrowing } from '../list/list-filters.tsx'
import { ListPage } from '../list/list-page.tsx'
import { RowLinks } from '../list/row-links.tsx'
import { useSavedViews } from '../list/saved-views.ts'
import { useCounts } from '../list/use-counts.ts'
import { useVisibleRows } from '../list/visible-rows.ts'
import { usePageKeys } from '../page/page-keys.ts'
import { usePageSearch } from '../page/page-search.ts'
import classes from './entity.module.css'
import { EntityExport } from './entity-export.tsx'
import { filterField, filterOf, searchFilter, whereIs } from './entity-filters.tsx'
import { FieldValue } from './fields/field-input.tsx'
import { noValue } from './fields/field-text.ts'
import { isRowField, type RowField, rowField } from './fields/row-fields.ts'
import { entityOf } from './fields/row-names.ts'
import { fitsInCell, QuickCell, type QuickSave } from './quick-edit/quick-cell.tsx'
import { useQuickEdits } from './quick-edit/use-quick-edits.ts'
import type { Register, RegisterTab } from './register.ts'
import { useEntityRows } from './rows/use-entity-rows.tsx'

type Props<N extends EntityName> = {
  register: Register<N>
  /** Shown beside the button that adds a row. */
  actions?: ReactNode
  /** Shown beside the buttons that export the list. */
  tools?: ReactNode
}

const numericKinds = ['integer', 'decimal', 'money', 'sequence']

/** The key that the server sorts by when the column's heading is pressed; null for lists and structures. */
function sortKeyOf(entity: EntityName, key: string): string | null {
  const described = rowField(entity, key)
  if (described.kind === 'field') return ['choices', 'numbers', 'days', 'json', 'mark'].includes(described.field.kind) ? null : key
  return described.relation.kind === 'one' ? `${key}.${headingOf(entityOf(described.relation.to))}` : null
}

/** Whether a column's sort key, or a text from the address, is a path of the entity. */
function isSortKey<N extends EntityName>(entity: N, text: string): text is SortKey<N> {
  const { fields, relations }: Entity = registry[entity]
  const [first = '', ...rest] = text.replace(/^-/, '').split('.')
  return rest.length > 0 ? first in relations : first === 'name' || first in fields
}

/** The sort key in the address, if it is that of one of the columns; otherwise null. */
export function chosenSort<N extends EntityName>(
  entity: N,
  columns: readonly Pick<Column<ListedRow<N>>, 'sort'>[],
  sorted = '',
): SortKey<N> | null {
  const isOfColumn = columns.some(({ sort }) => sort !== undefined && (sorted === sort || sorted === `-${sort}`))
  return isOfColumn && isSortKey(entity, sorted) ? sorted : null
}

/** A row with its included rows, as they came with its page of the list. */
type ListedRow<N extends EntityName> = { id: string; row: EntityRow<N>; included: IncludedRows<AllFields> }
const listedRow = <N extends EntityName>(row: EntityRow<N>, included: IncludedRows<AllFields>): ListedRow<N> => ({
  id: row.id,
  row,
  included,
})

/** The entity whose rows a column names; null for a field, and for pictures, which have no names. */
function namedBy(described: RowField): EntityName | null {
  return described.kind === 'relation' && described.relation.to !== 'file' ? entityOf(described.relation.to) : null
}

/** The relations whose rows the cells need: they are included in the list's request. */
export const includeOf = <N extends EntityName>(entity: N, columns: readonly { id: string }[]): string[] =>
  columns.map(({ id }) => id).filter((key) => isRowField(entity, key) && namedBy(rowField(entity, key)) !== null)

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [])

/** The display names of the related rows that the viewer may read. */
function namesOf(target: EntityName, value: unknown, included: IncludedRows<AllFields>): string {
  const rows = included.all(target, idsOf(value))
  return rows.map((row) => rowHeading(target, row)).join(', ') || noValue
}

/** The columns of the list; with `save`, columns with `edit` are editable. */
export function columnsOf<N extends EntityName>(
  { entity, page, columns }: Pick<Register<N>, 'entity' | 'page' | 'columns'>,
  save?: QuickSave,
): Column<ListedRow<N>>[] {
  return columns.map((column, index) => {
    if (typeof column === 'object' && 'added' in column) {
      const { added, show, ...overrides } = column
      return { id: added, width: 140, ...overrides, cell: ({ row, included }) => show(row, included) }
    }
    const { field: key, show, edit, ...overrides } = typeof column === 'string' ? { field: column } : column
    const described = rowField(entity, key)
    if (edit && (index === 0 || !fitsInCell(described))) throw new Error(`The column ${key} of ${entity} cannot be edited in the list`)
    const target = namedBy(described)
    const value = ({ row, included }: ListedRow<N>) =>
      show?.(row, included) ?? (target ? namesOf(target, row[key], included) : <FieldValue described={described} value={row[key]} />)
    const sort = sortKeyOf(entity, key)
    const cell = (listed: ListedRow<N>): ReactNode => {
      if (index === 0)
        return (
          <Link {...page(listed.id)} className={classes.link} data-row-link aria-label={rowHeading(entity, listed.row)}>
            {value(listed)}
          </Link>
        )
      if (!edit || !save) return value(listed)
      return (
        <QuickCell entity={entity} described={described} row={listed.row} onSave={save}>
          {value(listed)}
        </QuickCell>
      )
    }
    return {
      id: key,
      header: described.label,
      width: 140,
      ...(described.kind === 'field' && numericKinds.includes(described.field.kind) ? { numeric: true } : {}),
      ...(sort ? { sort } : {}),
      ...overrides,
      cell,
    }
  })
}

const everything = { value: 'kaikki', label: 'Kaikki', where: () => ({ all: [] }) }

/** The tabs of the list with their counts, and the open one. */
function useRegisterTabs<N extends EntityName>({ entity, tabs: registerTabs = [] }: Register<N>, { search, now }: TabQuery) {
  const all: readonly RegisterTab<N>[] = registerTabs.some(({ value }) => value === everything.value)
    ? registerTabs
    : [everything, ...registerTabs]
  const counted = registerTabs.length === 0 ? [] : all
  const counts = useCounts(entity, Object.fromEntries(counted.map(({ value, where }): [string, Filter<N>] => [value, where(now)])))
  const open = all.find(({ value }) => value === search.nakyma) ?? all[0]
  const tabs = all.map(({ value, label, urgent = false }) => ({ value, label, count: counts[value] ?? undefined, urgent }))
  return { tabs, open, isFirst: open === all[0] }
}

type TabQuery = { search: Readonly<Record<string, string | undefined>>; now: number }

/** The query of the list from the search parameters of the address: tab, text, filters, removed rows and sort order. */
function useRegisterQuery<N extends EntityName>(register: Register<N>, reach: Reach<N>, columns: readonly Column<ListedRow<N>>[]) {
  const { entity, filters = [], sort } = register
  const { search } = usePageSearch()
  const roles = useSession()?.user.roles
  // Rounded to the minute: with seconds, every render would be a new query.
  const now = Math.floor(nowSeconds() / 60) * 60
  const text = search.haku?.trim() ?? ''
  const shown = filters.filter(
    ({ field }) => field === undefined || (!reach.hide.has(field) && choosesAmongAll(entity, field, roles ?? [])),
  )
  const { tabs, open, isFirst } = useRegisterTabs(register, { search, now })
  const filter: Filter<N> = {
    all: [
      ...(open ? [open.where(now)] : []),
      ...(text === '' ? [] : [searchFilter(entity, text)]),
      ...shown.flatMap((shape) => filterOf(entity, shape, { value: search[shape.name ?? shape.field ?? ''], now }) ?? []),
      ...(search.poistetut === '1' ? [whereIs<N>('status', 0)] : []),
    ],
  }
  const { search: searchable }: Entity = registry[entity]
  const chosen = chosenSort(entity, columns, search.jarjestys)
  // Search results are sorted by relevance, unless the person chooses an order.
  const order = chosen ? [chosen] : text !== '' && searchable ? [] : sort
  return { filters: shown, filter, order, tabs, isFirst }
}

/** Viewers who may read only some rows of the related entity get no filter by it, because their list contains no others. */
function choosesAmongAll(entity: EntityName, field: string, roles: readonly Role[]): boolean {
  const described = rowField(entity, field)
  return described.kind === 'field' || reachOf(entityOf(described.relation.to), roles).read === 'all'
}

/** The list of a register: tabs, search, filters, columns, sort order, saved views, cards on a phone, keyboard shortcuts, and export. */
export function EntityList<N extends EntityName>({ register, actions, tools }: Props<N>) {
  const { entity, title, page, empty } = register
  const session = useSession()
  const navigate = useNavigate()
  const roles = session?.user.roles
  const reach = useMemo(() => reachOf(entity, roles ?? []), [entity, roles])
  const quick = useQuickEdits(entity)
  const save = useCallbackRef(quick.save)
  const columns = useMemo(() => columnsOf(register, save).filter(({ id }) => !reach.hide.has(id)), [register, reach, save])
  const cardColumns = useMemo(() => columnsOf(register).filter(({ id }) => !reach.hide.has(id)), [register, reach])
  const { filters, filter, order, tabs, isFirst } = useRegisterQuery(register, reach, columns)
  const include = useMemo(() => includeOf(entity, columns), [entity, columns])
  const stored = useVisibleRows<N, AllFields, ListedRow<N>>(entity, { filter, sort: order, include }, listedRow)
  const list = { ...stored, rows: stored.rows.map((listed) => withRow(listed, quick.shown(listed.row))) }
  const saved = useSavedViews(String(register.list.to).replace(/^\//, ''))
  const { nothing } = useNarrowing(['haku', 'poistetut', ...filters.map(({ name, field }) => name ?? field ?? '')], 'mitään')
  usePageKeys(reach.create ? [['n', () => void navigate(page('new'))]] : [])
  const newButton = reach.create && <NewButton register={register} />
  const { onOpen, dialog, ...chosen } = useEntityRows({ register, list, columns: cardColumns, hidden: reach.hide })
  const emptyTab = isFirst ? null : { title: 'Näkymässä ei ole rivejä' }
  return (
    <RowLinks>
      <ListPage
        title={title}
        actions={
          <>
            {actions}
            {newButton}
          </>
        }
        tabs={tabs}
        saved={{ ...saved, counts: {} }}
        text={<TextFilter name="haku" label="Hae" />}
        fields={[
          ...filters.map((shape) => filterField(entity, shape)),
          ...(holdsAny(session, ['yllapito'])
            ? [{ names: ['poistetut'], label: 'Poistetut', field: <FlagFilter name="poistetut" label="Poistetut" /> }]
            : []),
        ]}
        list={list}
        columns={columns}
        card={(row) => <EntityCard row={row} columns={cardColumns} />}
        {...chosen}
        onOpen={onOpen}
        empty={nothing('Väljennä hakua tai poista rajauksia.') ?? emptyTab ?? { ...empty, action: newButton }}
        tools={
          <>
            {tools}
            <EntityExport
              entity={entity}
              filter={filter}
              sort={order}
              columns={columns.map(({ id }) => id).filter((key) => isRowField(entity, key))}
              count={list.count}
              title={title}
            />
          </>
        }
      />
      {dialog}
    </RowLinks>
  )
}

/** Returns the same object for an unchanged row, so that only changed rows are rendered again. */
const withRow = <N extends EntityName>(listed: ListedRow<N>, row: EntityRow<N>): ListedRow<N> =>
  row === listed.row ? listed : { ...listed, row }

function NewButton<N extends EntityName>({ register: { page, newTitle } }: { register: Register<N> }) {
  return (
    <Button
      renderRoot={(props) => <Link {...page('new')} {...props} />}
      leftSection={<IconPlus size={18} aria-hidden />}
      rightSection={
        <Kbd size="xs" visibleFrom="sm" aria-hidden bg="transparent" c="inherit" bd="1px solid currentColor">
          N
        </Kbd>
      }
      aria-keyshortcuts="n"
    >
      {newTitle}
    </Button>
  )
}

/** A row on a phone: the values of its columns, the first one as the heading. */
function EntityCard<T>({ row, columns }: { row: T; columns: readonly Column<T>[] }) {
  const [first, ...others] = columns.filter(({ optional }) => !optional)
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>{first?.cell(row)}</div>
      <dl className={classes.cardFacts}>
        {others.map(({ id, header, cell }) => (
          <div key={id} style={{ display: 'contents' }}>
            <dt>{header}</dt>
            <dd>{cell(row)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
