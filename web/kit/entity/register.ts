import type { NavigateOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Filter, SortKey } from '#domain/model/query/list-query.ts'
import type { EntityName } from '#domain/model/registry.ts'
import type { IncludedRows } from '#web/data/json-api.ts'
import type { AllFields, EntityRow } from '#web/data/row.ts'
import type { Column } from '../list/columns.ts'
import type { FilterShape } from './entity-filters.tsx'
import type { FieldKey } from './fields/row-fields.ts'

/**
 * A column: a field, or a field and what differs from what the registry says; the rows of a relation come as `included`. With `edit` a short field is edited in
 * place, where the row may be changed; not in the first column, which leads to the page.
 */
export type EntityColumn<N extends EntityName> =
  | FieldKey<N>
  | ({ field: FieldKey<N>; show?: (row: EntityRow<N>, included: IncludedRows<AllFields>) => ReactNode; edit?: true } & Partial<
      Pick<Column<EntityRow<N>>, 'header' | 'width' | 'grow' | 'numeric' | 'yields' | 'optional'>
    >)

/** A part of the list, shown with its count; `urgent` counts stand out. */
export type RegisterTab<N extends EntityName> = { value: string; label: string; where: (now: number) => Filter<N>; urgent?: boolean }

/** The rows of an entity as people look after them: a list (EntityList) and a page of each (EntityPage). */
export type Register<N extends EntityName> = {
  entity: N
  /** The list's title: `Autot`. */
  title: string
  /** The title of a new row's page, and the button that opens it: `Uusi auto`. */
  newTitle: string
  /** Shown when the row does not exist or the viewer may not read it: `Autoa ei löydy`. */
  missingTitle: string
  list: NavigateOptions
  /** The address of a row's page; the id of a new row is `new`. */
  page: (id: string) => NavigateOptions
  /** The first column links to the row's page. */
  columns: readonly EntityColumn<N>[]
  filters?: readonly FilterShape<N>[]
  /** After "Kaikki", which comes first unless one of these is called `kaikki`. The first one is open to begin with. */
  tabs?: readonly RegisterTab<N>[]
  /** The list's own order. */
  sort: readonly SortKey<N>[]
  /** Shown when the list is empty. */
  empty: { title: string; text?: string }
}
