import { ActionIcon, Text } from '@mantine/core'
import { useCallbackRef, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { type IconProps, IconRefresh, IconX } from '@tabler/icons-react'
import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react'
import type { Markable } from '#web/data/live/changed-rows.ts'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { formatCount, plural } from '../format.ts'
import { Page } from '../page/page.tsx'
import { usePageSearch } from '../page/page-search.ts'
import { useRootMark } from '../page/root-mark.ts'
import { CardList } from './card-list.tsx'
import { type Column, offerOfAll, type Selection, type SubRow } from './columns.ts'
import { DataTable, type Density, type TableProps } from './data-table.tsx'
import { FilterLine } from './filters/filter-line.tsx'
import type { FilterField } from './filters/fit-filters.ts'
import { ColumnMenu } from './layout/column-menu.tsx'
import { useColumnLayout } from './layout/use-column-layout.ts'
import classes from './list-page.module.css'
import type { ListRows } from './list-rows.ts'
import { ListTabs, type SavedTabs, type Tab } from './list-tabs.tsx'

type Props<T extends Markable> = {
  title: string
  actions?: ReactNode
  /** The list's own views; the first is the one without `nakyma` in the address. */
  tabs?: readonly Tab[]
  /** The person's own views, shown after them (`useSavedViews`). */
  saved?: SavedTabs
  /** The text field and the filters of the line above the list, each holding its value in the address (`usePageSearch`). */
  text?: ReactNode
  fields?: readonly FilterField[]
  /** What else stands on that line. */
  filters?: ReactNode
  /** A note under that line. */
  under?: ReactNode
  /** Progress and results of actions on the list, above its tabs. */
  notes?: ReactNode
  list: ListRows<T>
  columns: readonly Column<T>[]
  /** The same row on a phone. */
  card?: (row: T) => ReactNode
  /** The text of an empty list, with the next action. */
  empty: { title: string; text?: string; action?: ReactNode }
  selection?: Selection & { actions: ReactNode }
  subRows?: (row: T) => readonly SubRow[]
  onOpen?: (row: T) => void
  /** Keys, menu and dragging of the rows, where the list is a table. */
  rows?: Pick<TableProps<T>, 'drag' | 'heading' | 'menu' | 'onPeek' | 'onCurrent' | 'walker' | 'onEscape'>
  /** Buttons beside the choice of columns. */
  tools?: ReactNode
  /** Shown beside the list; with `half` the width it moves above the list where there is no room. */
  aside?: { width: 'narrow' | 'half' | 'peek'; content: ReactNode } | null
}

/**
 * A list: heading, tabs, filters, table (cards on a phone), and a text when it is empty. The address holds
 * `nakyma` (tab), `jarjestys` (sort) and `sarakkeet` (columns); the screen reads them with `usePageSearch` for its query.
 */
export function ListPage<T extends Markable>(props: Props<T>) {
  const {
    title,
    actions,
    tabs,
    saved,
    text,
    fields = [],
    filters,
    under,
    notes,
    list,
    columns,
    card,
    empty,
    selection,
    subRows,
    onOpen,
    rows,
    tools,
    aside,
  } = props
  const { search, set } = usePageSearch()
  const [density, setDensity] = useLocalStorage<Density>({
    key: 'kuorma.density',
    defaultValue: 'tavallinen',
    getInitialValueInEffect: false,
  })
  const narrow = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
  const { shown, layout, isChosen, isChanged, choose, reset } = useColumnLayout(columns)
  const [fitted, setFitted] = useState<readonly string[]>(shown)
  const chooseColumns = useCallbackRef(choose)
  const moveColumn = useCallbackRef(layout.onMove)
  const resetColumns = useCallbackRef(reset)
  const asCards = narrow && card !== undefined
  const hasSelected = selection !== undefined && selection.selected.size > 0
  useRootMark('data-selection-bar', hasSelected)

  return (
    <div className={classes.frame} data-cards={asCards || undefined}>
      <Page title={title} actions={actions} width="list">
        {notes}
        {tabs && <ListTabs tabs={tabs} chosen={search.nakyma} onChoose={(nakyma) => set({ nakyma })} saved={saved} />}
        <div className={classes.filters}>
          {(text || fields.length > 0) && <FilterLine text={text} fields={fields} />}
          {filters}
          <div className={classes.tools}>
            <Text size="sm" c="dimmed" aria-live="polite">
              {list.state === 'ready' && plural(list.count, 'rivi', 'riviä')}
            </Text>
            {list.stuck && list.more && (
              <ListTool icon={IconRefresh} onClick={list.more}>
                Hae loput rivit
              </ListTool>
            )}
            {tools}
            {!asCards && (
              <ColumnMenu
                columns={columns}
                shown={fitted}
                onChange={chooseColumns}
                onMove={moveColumn}
                onReset={isChanged ? resetColumns : null}
                density={density}
                onDensity={setDensity}
              />
            )}
          </div>
        </div>
        {under}
        <div className={classes.body} data-aside={aside?.width}>
          {list.state === 'failed' ? (
            <ErrorState retry={list.retry} />
          ) : list.state === 'ready' && list.rows.length === 0 ? (
            <EmptyState title={empty.title} action={empty.action}>
              {empty.text}
            </EmptyState>
          ) : asCards ? (
            <CardList label={title} list={list} card={card} />
          ) : (
            <DataTable
              label={title}
              list={list}
              columns={columns}
              shown={shown}
              fits={!isChosen}
              onFitted={setFitted}
              sort={search.jarjestys}
              onSort={(jarjestys) => set({ jarjestys })}
              layout={layout}
              density={density}
              {...(selection ? { selection } : {})}
              {...(subRows ? { subRows } : {})}
              {...(onOpen ? { onOpen } : {})}
              {...rows}
            />
          )}
          {aside && <aside className={classes.aside}>{aside.content}</aside>}
        </div>
      </Page>
      {hasSelected && (
        <div className={classes.selectionBar} role="toolbar" aria-label="Valitut rivit">
          <strong aria-live="polite">{formatCount(selection.count ?? selection.selected.size)} valittu</strong>
          <AllOffer selection={selection} list={list} />
          {selection.actions}
          <ActionIcon variant="transparent" c="#ffffff" aria-label="Poista valinnat" onClick={() => selection.onChange(new Set())}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </div>
  )
}

type OfferProps = { selection: Selection; list: { rows: readonly { id: string }[]; count: number } }

/** Offers to select everything that the list finds, beyond the rows fetched so far. */
function AllOffer({ selection, list }: OfferProps) {
  const offer = offerOfAll(selection, list)
  if (!offer) return null
  if (offer.full)
    return (
      <span className={classes.offer}>
        Enintään {formatCount(offer.rows)} kerralla, haussa on {formatCount(list.count)}
      </span>
    )
  return (
    <button type="button" className={classes.offer} disabled={selection.all?.busy} onClick={selection.all?.onChoose}>
      {selection.all?.busy
        ? 'Haetaan…'
        : offer.whole
          ? `Valitse haun kaikki ${formatCount(offer.rows)} tulosta`
          : `Valitse ${formatCount(offer.rows)} ensimmäistä, haussa on ${formatCount(list.count)}`}
    </button>
  )
}

type ToolProps = ComponentProps<'button'> & {
  icon: ComponentType<IconProps>
  /** The accessible name, where the page has several tools with the same text. */
  label?: string
}

/** A button beside the column chooser. */
export function ListTool({ icon: Icon, label, children, ...button }: ToolProps) {
  return (
    <button type="button" aria-label={label} {...button} className={classes.chip}>
      <Icon size={16} aria-hidden />
      {children}
    </button>
  )
}
