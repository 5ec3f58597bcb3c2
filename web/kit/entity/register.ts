import type { NavigateOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SortKey } from '#domain/model/query/list-query.ts'
import type { EntityName } from '#domain/model/registry.ts'
import type { EntityRow } from '#web/data/row.ts'
import type { Column } from '../list/columns.ts'
import type { FilterShape } from './entity-filters.tsx'
import type { FieldKey } from './fields/row-fields.ts'

/** A column: a field, or a field and what is different of it from what the registry says. */
export type EntityColumn<N extends EntityName> =
  | FieldKey<N>
  | ({ field: FieldKey<N>; show?: (row: EntityRow<N>) => ReactNode } & Partial<
      Pick<Column<EntityRow<N>>, 'header' | 'width' | 'grow' | 'numeric' | 'yields' | 'optional'>
    >)

/** The rows of an entity as people look after them: a list (EntityList) and a page of each (EntityPage). */
export type Register<N extends EntityName> = {
  entity: N
  /** Of the list: `Autot`. */
  title: string
  /** Of a new row's page, and of the button that leads there: `Uusi auto`. */
  newTitle: string
  /** Instead of the page of a row that does not exist or is out of reach: `Autoa ei löydy`. */
  missingTitle: string
  list: NavigateOptions
  /** The page of a row; a new one's id is `new`. */
  page: (id: string) => NavigateOptions
  /** The first one leads to the row's page. */
  columns: readonly EntityColumn<N>[]
  filters?: readonly FilterShape<N>[]
  /** The list's own order. */
  sort: readonly SortKey<N>[]
  /** What an empty list says. */
  empty: { title: string; text?: string }
}
