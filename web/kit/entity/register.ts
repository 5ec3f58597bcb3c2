import type { NavigateOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SortKey } from '#domain/model/query/list-query.ts'
import type { EntityName } from '#domain/model/registry.ts'
import type { EntityRow } from '#web/data/row.ts'
import type { Column } from '../list/columns.ts'
import type { FilterShape } from './entity-filters.tsx'
import type { FieldKey } from './fields/row-fields.ts'

/** A column: a field, or a field with settings that override the registry's. */
export type EntityColumn<N extends EntityName> =
  | FieldKey<N>
  | ({ field: FieldKey<N>; show?: (row: EntityRow<N>) => ReactNode } & Partial<
      Pick<Column<EntityRow<N>>, 'header' | 'width' | 'grow' | 'numeric' | 'yields' | 'optional'>
    >)

/** A register, the maintained rows of an entity: a list (EntityList) and a page for each row (EntityPage). */
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
  /** The list's default order. */
  sort: readonly SortKey<N>[]
  /** Shown when the list is empty. */
  empty: { title: string; text?: string }
}
