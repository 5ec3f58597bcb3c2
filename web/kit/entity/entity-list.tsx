import { Button, Kbd } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { reachOf } from '#domain/access/reach.ts'
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
import { useVisibleRows } from '../list/visible-rows.ts'
import { usePageKeys } from '../page/page-keys.ts'
import { usePageSearch } from '../page/page-search.ts'
import classes from './entity.module.css'
import { EntityExport } from './entity-export.tsx'
import { EntityFilter, filterOf, searchFilter, whereIs } from './entity-filters.tsx'
import { FieldValue } from './fields/field-input.tsx'
import { noValue } from './fields/field-text.ts'
import { type RowField, rowField } from './fields/row-fields.ts'
import { entityOf } from './fields/row-names.ts'
import type { Register } from './register.ts'

type Props<N extends EntityName> = {
  register: Register<N>
  /** Shown beside the button that adds a row. */
  actions?: ReactNode
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
  columns.map(({ id }) => id).filter((key) => namedBy(rowField(entity, key)) !== null)

const idsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [])

/** The display names of the related rows that the viewer may read. */
function namesOf(target: EntityName, value: unknown, included: IncludedRows<AllFields>): string {
  const rows = included.all(target, idsOf(value))
  return rows.map((row) => rowHeading(target, row)).join(', ') || noValue
}

export function columnsOf<N extends EntityName>({ entity, page, columns }: Register<N>): Column<ListedRow<N>>[] {
  return columns.map((column, index) => {
    const { field: key, show, ...own } = typeof column === 'string' ? { field: column } : column
    const described = rowField(entity, key)
    const target = namedBy(described)
    const value = ({ row, included }: ListedRow<N>) =>
      show?.(row) ?? (target ? namesOf(target, row[key], included) : <FieldValue described={described} value={row[key]} />)
    const sort = sortKeyOf(entity, key)
    return {
      id: key,
      header: described.label,
      width: 140,
      ...(described.kind === 'field' && numericKinds.includes(described.field.kind) ? { numeric: true } : {}),
      ...(sort ? { sort } : {}),
      ...own,
      cell: (listed) =>
        index > 0 ? (
          value(listed)
        ) : (
          <Link {...page(listed.id)} className={classes.link} data-row-link aria-label={rowHeading(entity, listed.row)}>
            {value(listed)}
          </Link>
        ),
    }
  })
}

/** The list of a register: search, filters, columns, sort order, saved views, cards on a phone, keyboard shortcuts, and export. */
export function EntityList<N extends EntityName>({ register, actions }: Props<N>) {
  const { entity, title, newTitle, page, filters = [], sort, empty } = register
  const { search } = usePageSearch()
  const session = useSession()
  const navigate = useNavigate()
  const roles = session?.user.roles
  const reach = useMemo(() => reachOf(entity, roles ?? []), [entity, roles])
  const { search: searchable }: Entity = registry[entity]
  const columns = useMemo(() => columnsOf(register).filter(({ id }) => !reach.hide.has(id)), [register, reach])
  const chosen = chosenSort(entity, columns, search.jarjestys)
  const now = nowSeconds()
  const text = search.haku?.trim() ?? ''
  const shown = filters.filter(({ field }) => field === undefined || !reach.hide.has(field))
  const filter: Filter<N> = {
    all: [
      ...(text === '' ? [] : [searchFilter(entity, text)]),
      ...shown.flatMap((shape) => filterOf(entity, shape, { value: search[shape.name ?? shape.field ?? ''], now }) ?? []),
      ...(search.poistetut === '1' ? [whereIs<N>('status', 0)] : []),
    ],
  }
  // Search results are sorted by relevance, unless the person chooses an order.
  const order = chosen ? [chosen] : text !== '' && searchable ? [] : sort
  const include = useMemo(() => includeOf(entity, columns), [entity, columns])
  const list = useVisibleRows<N, AllFields, ListedRow<N>>(entity, { filter, sort: order, include }, listedRow)
  const saved = useSavedViews(String(register.list.to).replace(/^\//, ''))
  const { clear, nothing } = useNarrowing(['haku', 'poistetut', ...shown.map(({ name, field }) => name ?? field ?? '')], 'mitään')
  const makeNew = () => void navigate(page('new'))
  usePageKeys(reach.create ? [['n', makeNew]] : [])
  const newButton = reach.create && (
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
        tabs={[{ value: 'kaikki', label: 'Kaikki' }]}
        saved={{ ...saved, counts: {} }}
        filters={
          <>
            <TextFilter name="haku" label="Hae" />
            {shown.map((shape) => (
              <EntityFilter key={shape.name ?? shape.field} entity={entity} shape={shape} />
            ))}
            {holdsAny(session, ['yllapito']) && <FlagFilter name="poistetut" label="Poistetut" />}
            {clear}
          </>
        }
        list={list}
        columns={columns}
        card={(row) => <EntityCard row={row} columns={columns} />}
        onOpen={({ id }) => void navigate(page(id))}
        empty={nothing('Väljennä hakua tai poista rajauksia.') ?? { ...empty, action: newButton }}
        tools={
          <EntityExport
            entity={entity}
            filter={filter}
            sort={order}
            columns={columns.map(({ id }) => id)}
            count={list.count}
            title={title}
          />
        }
      />
    </RowLinks>
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
