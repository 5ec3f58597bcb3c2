import type { NavigateOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Filter, SortKey } from '#domain/model/query/list-query.ts'
import type { EntityName } from '#domain/model/registry.ts'
import type { IncludedRows } from '#web/data/json-api.ts'
import type { AllFields, EntityRow } from '#web/data/row.ts'
import type { Column } from '../list/columns.ts'
import type { FilterShape } from './entity-filters.tsx'
import type { FieldKey } from './fields/row-fields.ts'

type Show<N extends EntityName> = (row: EntityRow<N>, included: IncludedRows<AllFields>) => ReactNode

/**
 * A column: a field, or a field with settings that override the registry's. `included` has the related rows. With `edit`, viewers who may change the row can edit
 * the field in the list; this works for short fields, except in the first column, which links to the page.
 */
export type EntityColumn<N extends EntityName> =
  | FieldKey<N>
  | AddedColumn<N>
  | ({ field: FieldKey<N>; show?: Show<N>; edit?: true } & Partial<
      Pick<Column<EntityRow<N>>, 'header' | 'width' | 'grow' | 'numeric' | 'yields' | 'optional'>
    >)

/** A column with content that is no field of the row. It cannot come first and is not in the exported file. */
type AddedColumn<N extends EntityName> = { added: string; header: string; show: Show<N> } & Partial<
  Pick<Column<EntityRow<N>>, 'width' | 'grow' | 'yields'>
>

/** A tab that shows a part of the list, with its count; an `urgent` count is highlighted. */
export type RegisterTab<N extends EntityName> = { value: string; label: string; where: (now: number) => Filter<N>; urgent?: boolean }

/** A register, the maintained rows of an entity: a list (EntityList) and a page for each row (EntityPage). */
export type Register<N extends EntityName> = {
  entity: N
  /** The list's title: `Autot`. */
  title: string
  /** The title of a new row's page, and the button that opens it: `Uusi auto`. */
  newTitle: string
  /** Shown when the row does not exist or the viewer may not read it: `Autoa ei löydy`. */
  missingTitle: string
  /** The heading of the message that a row could not be removed; without one, the message is the reason alone. */
  removalFailure?: string
  /** Rows are removed on their pages alone, which ask about the other rows that the removal changes. */
  removesOnPage?: true
  list: NavigateOptions
  /** The address of a row's page; the id of a new row is `new`. */
  page: (id: string) => NavigateOptions
  /** The first column links to the row's page. */
  columns: readonly EntityColumn<N>[]
  filters?: readonly FilterShape<N>[]
  /** The tabs after "Kaikki", which is added first unless one of them has the value `kaikki`. The first tab is open by default. */
  tabs?: readonly RegisterTab<N>[]
  /** The list's default order. */
  sort: readonly SortKey<N>[]
  /** Shown when the list is empty. */
  empty: { title: string; text?: string }
}
