import { IconArrowBackUp, IconDownload, IconExternalLink, IconLayoutSidebarRight, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { mayTouchRow } from '#domain/access/row-rights.ts'
import { maxUsedRows } from '#domain/features/registers/where-used.ts'
import { type EntityName, registry } from '#domain/model/registry.ts'
import { rowHeading } from '#domain/model/row-heading.ts'
import { showRefusal } from '#web/data/fault-toast.tsx'
import type { Markable } from '#web/data/live/changed-rows.ts'
import { useAction } from '#web/data/use-action.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { showDone } from '#web/ui/undo-toast.tsx'
import { plural } from '../../format.ts'
import type { Column, Selection } from '../../list/columns.ts'
import type { TableProps } from '../../list/data-table.tsx'
import type { ListRows } from '../../list/list-rows.ts'
import { type RowAction, useListActions } from '../../list/rows/row-actions.tsx'
import { usePeek } from '../../list/rows/use-peek.ts'
import { partOf, useSelectedRows } from '../../list/selection/use-selected-rows.ts'
import { usePageSearch } from '../../page/page-search.ts'
import { useRowsFile } from '../entity-export.tsx'
import { whereIs } from '../entity-filters.tsx'
import { isRowField } from '../fields/row-fields.ts'
import type { Register } from '../register.ts'
import { useRowViewer } from '../use-entity-row.ts'
import { EntityPeek } from './entity-peek.tsx'
import { headingOfRows, RemoveRows, restoreRows } from './remove-rows.tsx'

type StoredRow = { id: string; status: number }
type Listed = Markable & { row: StoredRow }
type Options<N extends EntityName, T> = {
  register: Register<N>
  list: ListRows<T>
  /** The columns as they are read, for the peek. */
  columns: readonly Column<T>[]
  hidden: ReadonlySet<string>
}
type EntityRows<T extends Listed> = {
  selection: Selection & { actions: ReactNode }
  rows: Pick<TableProps<T>, 'menu' | 'onPeek' | 'onCurrent' | 'walker' | 'onEscape'>
  aside: { width: 'peek'; content: ReactNode } | null
  dialog: ReactNode
  onOpen: (listed: T) => void
}

/** Selecting, peeking at and acting on the rows of a register's list. */
export function useEntityRows<N extends EntityName, T extends Listed>(options: Options<N, T>): EntityRows<T> {
  const { register, list, columns, hidden } = options
  const { entity, page } = register
  const navigate = useNavigate()
  const { search } = usePageSearch()
  const { selected, selection, clear } = useSelectedRows(`${entity} ${register.title}`, { part: partOf(search), rows: list.rows })
  const onOpen = ({ id }: T) => void navigate(page(id))
  const peek = usePeek(list, {
    onOpen,
    show: (listed, controls) => <EntityPeek {...controls} {...{ entity, listed, columns, hidden }} row={listed.row} />,
  })
  const { of, dialog } = useRowTasks({ register, columns, onOpen, onPeek: peek.toggle, onRemoved: clear })
  const { bar, menu } = useListActions({
    selected,
    current: peek.current,
    of,
    titleOf: (rows) => titleOf(entity, rows),
  })
  return {
    selection: { ...selection, actions: bar },
    rows: { ...peek.rows, menu },
    aside: peek.isOpen ? { width: 'peek', content: peek.content } : null,
    dialog,
    onOpen,
  }
}

function titleOf(entity: EntityName, rows: readonly { row: object }[]): string {
  const [first] = rows
  return first && rows.length === 1
    ? `${registry[entity].label} ${rowHeading(entity, first.row)}`
    : plural(rows.length, 'valittu rivi', 'valittua riviä')
}

type TaskOptions<N extends EntityName, T> = {
  register: Register<N>
  columns: readonly Column<T>[]
  onOpen: (listed: T) => void
  onPeek: (listed: T) => void
  onRemoved: () => void
}

/** What may be done to the chosen rows, and the dialog of what has been started. */
function useRowTasks<N extends EntityName, T extends Listed>({ register, columns, onOpen, onPeek, onRemoved }: TaskOptions<N, T>) {
  const { entity, removesOnPage, removalFailure, title, sort } = register
  const viewer = useRowViewer()
  const [removed, setRemoved] = useState<readonly StoredRow[] | null>(null)
  const { run: restore } = useAction({
    mutationFn: (rows: readonly StoredRow[]) =>
      restoreRows(
        entity,
        rows.map(({ id }) => id),
      ),
    onSuccess: (_, rows) => {
      onRemoved()
      showDone(`${headingOfRows(entity, rows)} palautettu`)
    },
    onFault: showRefusal,
  })
  const { run: save } = useRowsFile({ entity, sort, title, columns: columns.map(({ id }) => id).filter((key) => isRowField(entity, key)) })
  const of = (chosen: readonly T[]): RowAction[] => {
    const [first] = chosen
    const rows = chosen.map(({ row }) => row)
    const mayRemove = (row: StoredRow) => mayTouchRow(entity, 'delete', { row, viewer, now: nowSeconds() }) !== false
    const isFew = rows.length <= maxUsedRows
    return [
      ...(first && rows.length === 1
        ? [
            { id: 'open', label: 'Avaa', icon: IconExternalLink, shortcut: 'Enter', run: () => onOpen(first) },
            { id: 'peek', label: 'Esikatsele', icon: IconLayoutSidebarRight, shortcut: 'Space', run: () => onPeek(first) },
          ]
        : []),
      ...(isFew
        ? [
            {
              id: 'export',
              label: 'Lataa rivit (CSV)',
              icon: IconDownload,
              inBar: true,
              run: () =>
                save({
                  all: [
                    whereIs(
                      'id',
                      rows.map(({ id }) => id),
                    ),
                  ],
                }),
            } as const,
          ]
        : []),
      ...(isFew && viewer.roles.includes('yllapito') && rows.every(({ status }) => status === 0)
        ? [{ id: 'restore', label: 'Palauta', icon: IconArrowBackUp, inBar: true, run: () => restore(rows) } as const]
        : []),
      ...(isFew && !removesOnPage && rows.every((row) => row.status === 1 && mayRemove(row))
        ? [{ id: 'remove', label: 'Poista…', icon: IconTrash, danger: true, inBar: true, run: () => setRemoved(rows) } as const]
        : []),
    ]
  }
  const dialog = removed && (
    <RemoveRows entity={entity} rows={removed} failure={removalFailure} onRemoved={onRemoved} onClose={() => setRemoved(null)} />
  )
  return { of, dialog }
}
