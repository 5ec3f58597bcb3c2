import { Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { reachOf } from '#domain/access/reach.ts'
import { mayTouchRow } from '#domain/access/row-rights.ts'
import { switchesOf } from '#domain/features/settings/feature-switches.ts'
import type { SortKey } from '#domain/model/query/list-query.ts'
import type { EntityName } from '#domain/model/registry.ts'
import { rowHeading } from '#domain/model/row-heading.ts'
import { pagesQuery } from '#web/data/queries.ts'
import { type AllFields, type EntityRow, type Values, valuesOf } from '#web/data/row.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { useSettings } from '#web/session/settings.ts'
import { Section } from '#web/ui/section.tsx'
import { ErrorState, SectionSkeleton } from '#web/ui/states.tsx'
import { plural } from '../format.ts'
import classes from './entity.module.css'
import { whereIs } from './entity-filters.tsx'
import type { CustomInputs } from './fields/entity-fields.tsx'
import type { FieldKey } from './fields/row-fields.ts'
import { InlineRowForm } from './quick-edit/inline-row-form.tsx'
import { useRowViewer } from './use-entity-row.ts'

type Props<N extends EntityName> = {
  entity: N
  /** The relation by which these rows refer to the page's row, and the id of that row. */
  via: FieldKey<N>
  of: string
  title: string
  addLabel: string
  /** The fields that are edited in place. */
  fields: readonly FieldKey<N>[]
  inputs?: CustomInputs<N>
  /** The initial values of a new row. */
  initial?: Values<N>
  sort: readonly SortKey<N>[]
  /** A row as it is shown. */
  show: (row: EntityRow<N>) => ReactNode
  empty: string
}

const pageSize = 20

/** The rows that refer to the row of a page, as a list in which each is shown, added and edited in place. */
export function RelatedRows<N extends EntityName>(props: Props<N>) {
  const { entity, via, of, title, addLabel, sort, show, empty } = props
  const viewer = useRowViewer()
  const { features } = useSettings()
  const query = useInfiniteQuery(pagesQuery<N, AllFields>(entity, { filter: whereIs<N>(`${via}.id`, of), sort }, pageSize))
  /** The id of the row being edited; `new` for one being added. */
  const [open, setOpen] = useState<string | null>(null)
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  if (isPending) return <SectionSkeleton lines={3} />
  const rows = data?.pages.flatMap((page): EntityRow<N>[] => page.rows) ?? []
  const count = data?.pages.at(-1)?.count ?? 0
  const close = () => setOpen(null)
  // Rows that the company has switched off are shown, but not changed (rules/settings.md#feature-switches).
  const isSwitchedOff = switchesOf(features).off(entity).writes !== null
  return (
    <Section
      title={title}
      aside={
        !isSwitchedOff && reachOf(entity, viewer.roles).create && open !== 'new' ? (
          <Button variant="default" size="sm" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('new')}>
            {addLabel}
          </Button>
        ) : (
          count > 0 && plural(count, 'rivi', 'riviä')
        )
      }
    >
      {open === 'new' && <RelatedForm {...props} row={null} onClose={close} />}
      {isError && rows.length === 0 ? (
        <ErrorState retry={() => void refetch()} />
      ) : rows.length === 0 ? (
        open !== 'new' && <p style={{ margin: 0, color: 'var(--kuorma-muted)' }}>{empty}</p>
      ) : (
        <ul className={classes.rows} aria-label={title}>
          {rows.map((row) => (
            <li key={row.id}>
              {open === row.id ? (
                <RelatedForm {...props} row={row} onClose={close} />
              ) : (
                <div className={classes.row}>
                  <div className={classes.rowText}>{show(row)}</div>
                  {!isSwitchedOff && mayTouchRow(entity, 'update', { row, viewer, now: nowSeconds() }) !== false && (
                    <Button
                      variant="subtle"
                      size="sm"
                      leftSection={<IconPencil size={16} aria-hidden />}
                      aria-label={`Muokkaa: ${rowHeading(entity, row)}`}
                      onClick={() => setOpen(row.id)}
                    >
                      Muokkaa
                    </Button>
                  )}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Näytä lisää
        </Button>
      )}
    </Section>
  )
}

function RelatedForm<N extends EntityName>({ entity, via, of, fields, inputs, initial, addLabel, row, onClose }: Props<N> & FormProps<N>) {
  return (
    <InlineRowForm
      entity={entity}
      row={row}
      fields={fields}
      inputs={inputs}
      fixed={valuesOf(entity, { [via]: of })}
      {...(initial ? { initial } : {})}
      draft={`new.${of}`}
      addLabel={addLabel}
      onClose={onClose}
    />
  )
}

type FormProps<N extends EntityName> = { row: EntityRow<N> | null; onClose: () => void }
