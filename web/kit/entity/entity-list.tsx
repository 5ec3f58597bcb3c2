import { Button, Kbd } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { reachOf } from '#domain/access/reach.ts'
import type { Entity } from '#domain/model/define-entity.ts'
import type { Filter, SortKey } from '#domain/model/query/list-query.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { headingOf, rowHeading } from '#domain/model/row-heading.ts'
import type { Everything, Seen } from '#web/data/row.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { holdsAny, useSession } from '#web/session/session.ts'
import type { Column } from '../list/columns.ts'
import { FlagFilter, TextFilter, useNarrowing } from '../list/list-filters.tsx'
import { ListPage } from '../list/list-page.tsx'
import { RowLinks } from '../list/row-links.tsx'
import { useRowsInSight } from '../list/rows-in-sight.ts'
import { useSavedViews } from '../list/saved-views.ts'
import { usePageKeys } from '../page/page-keys.ts'
import { usePageSearch } from '../page/page-search.ts'
import classes from './entity.module.css'
import { EntityExport } from './entity-export.tsx'
import { EntityFilter, filterOf, whereIs } from './entity-filters.tsx'
import { FieldValue } from './fields/field-input.tsx'
import { rowField } from './fields/row-fields.ts'
import type { Register } from './register.ts'

type Props<N extends EntityName> = {
  register: Register<N>
  /** Beside the button of a new row. */
  actions?: ReactNode
}

const numericKinds = ['integer', 'decimal', 'money', 'sequence']

/** What the server sorts by when the column's heading is pressed; none for lists and structures. */
function sortKeyOf(entity: EntityName, key: string): string | null {
  const described = rowField(entity, key)
  if (described.kind === 'field') return ['choices', 'numbers', 'days', 'json', 'mark'].includes(described.field.kind) ? null : key
  const target = Object.values(registry).find(({ name }) => name === described.relation.to)
  return described.relation.kind === 'one' && target ? `${key}.${headingOf(target.name)}` : null
}

function columnsOf<N extends EntityName>({ entity, page, columns }: Register<N>): Column<Seen<N>>[] {
  return columns.map((column, index) => {
    const { field: key, show, ...own } = typeof column === 'string' ? { field: column } : column
    const described = rowField(entity, key)
    const value = (row: Seen<N>) => show?.(row) ?? <FieldValue entity={entity} described={described} value={row[key]} />
    const sort = sortKeyOf(entity, key)
    return {
      id: key,
      header: described.label,
      width: 140,
      ...(described.kind === 'field' && numericKinds.includes(described.field.kind) ? { numeric: true } : {}),
      ...(sort ? { sort } : {}),
      ...own,
      cell: (row) =>
        index > 0 ? (
          value(row)
        ) : (
          <Link {...page(row.id)} className={classes.link} data-row-link aria-label={rowHeading(entity, row)}>
            {value(row)}
          </Link>
        ),
    }
  })
}

const wholeRow = <T,>(row: T): T => row

/** The list of a register: search, filters, columns, sort, saved views, cards on a phone, keys, a file of what is filtered. */
export function EntityList<N extends EntityName>({ register, actions }: Props<N>) {
  const { entity, title, newTitle, page, filters = [], sort, empty } = register
  const { search } = usePageSearch()
  const session = useSession()
  const navigate = useNavigate()
  const roles = session?.user.roles
  const reach = useMemo(() => reachOf(entity, roles ?? []), [entity, roles])
  const { search: searchable }: Entity = registry[entity]
  const columns = useMemo(() => columnsOf(register).filter(({ id }) => !reach.hide.has(id)), [register, reach])
  const asked = columns.find(({ sort: key }) => key !== undefined && (search.jarjestys === key || search.jarjestys === `-${key}`))
  const now = nowSeconds()
  const text = search.haku?.trim() ?? ''
  const shown = filters.filter(({ field }) => field === undefined || !reach.hide.has(field))
  const filter: Filter<N> = {
    all: [
      ...(text === '' ? [] : [searchable ? whereIs<N>('q', text) : whereIs<N>('name', { operator: 'CONTAINS', value: text })]),
      ...shown.flatMap((shape) => filterOf(entity, shape, { value: search[shape.name ?? shape.field ?? ''], now }) ?? []),
      ...(search.poistetut === '1' ? [whereIs<N>('status', 0)] : []),
    ],
  }
  // What is searched for stands best hit first, unless the person asks for an order.
  const order = asked ? [search.jarjestys as SortKey<N>] : text !== '' && searchable ? [] : sort
  const list = useRowsInSight<N, Everything, Seen<N>>(entity, { filter, sort: order }, wholeRow)
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
        onOpen={(row) => void navigate(page(row.id))}
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

/** A row on a phone: what its columns tell, the first one above the others. */
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
