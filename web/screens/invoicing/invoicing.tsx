import { Button, Progress, Text } from '@mantine/core'
import { useCallbackRef, useLocalStorage } from '@mantine/hooks'
import { IconReceiptEuro } from '@tabler/icons-react'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { memo, useCallback, useMemo, useState } from 'react'
import type { UninvoicedOrder } from '#domain/features/invoicing/uninvoiced-orders.ts'
import { sumEuros } from '#domain/values/money.ts'
import { useAction } from '#web/data/use-action.ts'
import { GroupDialog } from '#web/features/orders/group-dialog.tsx'
import { formatCount, formatEuros } from '#web/kit/format.ts'
import { useNarrowing } from '#web/kit/list/list-filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { RowLinks } from '#web/kit/list/row-links.tsx'
import { usePeek } from '#web/kit/list/rows/use-peek.ts'
import { useSavedViews } from '#web/kit/list/saved-views.ts'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { columnsWith } from './columns.tsx'
import { CustomerHeading } from './customers/customer-heading.tsx'
import { CustomersMenu } from './customers/customers-menu.tsx'
import { ExportUninvoiced } from './export-uninvoiced.tsx'
import { linesOf } from './invoice-lines.ts'
import classes from './invoicing.module.css'
import { fieldsOf, filterNames, searchField } from './invoicing-fields.tsx'
import { InvoicingPeek } from './invoicing-peek.tsx'
import { MarkDialog } from './mark-dialog.tsx'
import { OrderCard } from './order-card.tsx'
import { ResultsPanel } from './results-panel.tsx'
import { SelectionActions, type Task, TaskMenuItems } from './selection-actions.tsx'
import { SendDialog } from './sending/send-dialog.tsx'
import { SendingPanel } from './sending/sending-panel.tsx'
import { useSending } from './sending/use-sending.ts'
import { readAllOrders, readOrders, type Uninvoiced, uninvoicedOf, type View, viewOf, views } from './uninvoiced-query.ts'
import { type InvoicingRow, useUninvoicedRows } from './uninvoiced-rows.ts'
import { useListEdits } from './use-list-edits.ts'
import { useMarking } from './use-marking.ts'
import { useSelectedOrders, withGroups } from './use-selected-orders.ts'
import { useUngroup } from './use-ungroup.ts'

const tabs = ['', 'valmiit', 'puutteet'] as const

/** `laskuta`: delivered orders that are not invoiced yet, by customer. The tab of sent invoices is that of `laskut`. */
export function InvoicingScreen() {
  const { search } = usePageSearch()
  return search.nakyma === 'lahetetyt' ? <Navigate to="/laskut" search={{ nakyma: 'lahetetyt' }} replace /> : <UninvoicedOrders />
}

function UninvoicedOrders() {
  const { search } = usePageSearch()
  const navigate = useNavigate()
  const listKey = JSON.stringify(uninvoicedOf(search))
  // The same object for the same list, so that its queries and rows stay.
  const wanted = useMemo((): ReturnType<typeof uninvoicedOf> => JSON.parse(listKey), [listKey])
  const { closed, toggle, foldAll } = useFolding()
  const edits = useListEdits()
  const save = useCallbackRef(edits.save)
  const columns = useMemo(() => columnsWith(save), [save])
  const { list, customers, meta } = useUninvoicedRows(wanted, { closed, edited: edits.edited })
  const picked = useSelectedOrders({ list: wanted, customers, rows: list.rows })
  const heading = useCallback(
    (row: InvoicingRow) => (row.kind === 'customer' ? <CustomerHeading {...row} onToggle={toggle} /> : null),
    [toggle],
  )
  const { sending, dialog, choose, isBusy, marking } = useTasks(picked)
  const chooseForSelection = (task: Task) =>
    choose({ task, read: () => readOrders(picked.orders.map(({ id }) => id)), clear: picked.clear })
  const menu = (row: InvoicingRow) => {
    if (picked.selected.has(row.id)) return <TaskMenuItems orders={picked.orders} isBusy={isBusy} onChoose={chooseForSelection} />
    const { orders, read } = ordersOfRow(row, list.rows, wanted)
    return <TaskMenuItems orders={orders} isBusy={isBusy} onChoose={(task) => choose({ task, read, clear: () => undefined })} />
  }
  const saved = useSavedViews('laskuta')
  const { nothing } = useNarrowing(filterNames)
  const view = viewOf(search)
  const counts = meta && { '': meta.kaikki, valmiit: meta.valmiit, puutteet: meta.puutteelliset }
  const areClosed = customers.length > 0 && customers.every(({ id }) => closed.has(id))
  const open = (row: InvoicingRow) =>
    row.kind === 'customer' ? toggle(row.id) : void navigate({ to: '/tilaus/$id', params: { id: row.id } })
  // The headings of customers are rows too.
  const peek = usePeek(
    { ...list, count: list.window?.length ?? list.count },
    { onOpen: open, show: (row, controls) => <InvoicingPeek row={row} {...controls} /> },
  )
  return (
    <RowLinks>
      <ListPage
        title="Laskutus"
        actions={
          <HeaderActions
            totals={
              meta ? `${formatCount(meta.count)} tilausta · ${formatEuros(sumEuros(customers.map(({ summa }) => summa)))}, alv 0 %` : ''
            }
          />
        }
        notes={
          <>
            {marking.progress && <MarkProgress {...marking.progress} />}
            <ResultsPanel results={marking.results} onClose={marking.clear} />
            <SendingPanel {...sending} />
          </>
        }
        tabs={[
          ...tabs.map((value) => ({ value, label: views[value], count: counts?.[value] })),
          { value: 'lahetetyt', label: 'Lähetetyt' },
        ]}
        saved={{ ...saved, counts: {} }}
        text={searchField}
        fields={fieldsOf(view)}
        list={list}
        columns={columns}
        rows={{ ...peek.rows, heading, menu }}
        aside={peek.isOpen ? { width: 'peek', content: peek.content } : null}
        card={(row) =>
          row.kind === 'customer' ? (
            <CustomerHeading {...row} onToggle={toggle} />
          ) : (
            <OrderCard
              row={row}
              save={save}
              selected={picked.selected.has(row.id)}
              onSelect={(id, on) => picked.onChange(on ? new Set([...picked.selected, id]) : without(picked.selected, id))}
            />
          )
        }
        onOpen={open}
        selection={{
          selected: picked.selected,
          count: picked.orders.length,
          onChange: picked.onChange,
          actions: <SelectionActions orders={picked.orders} isBusy={isBusy} onChoose={chooseForSelection} />,
        }}
        empty={nothing('Väljennä hakua tai poista rajauksia. Laskutetut tilaukset ovat arkistossa.') ?? emptyTexts[view]}
        tools={
          <>
            <CustomersMenu areFolded={areClosed} onFold={(fold) => foldAll(fold ? customers.map(({ id }) => id) : [])} />
            <ExportUninvoiced list={wanted} count={meta?.count ?? 0} />
          </>
        }
      />
      {dialog}
    </RowLinks>
  )
}

/** The customers whose orders are hidden, kept on this device. */
function useFolding() {
  const [folded, foldAll] = useLocalStorage<readonly string[]>({
    key: 'kuorma.laskuta-kiinni',
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const closed = useMemo(() => new Set(folded), [folded])
  const toggle = useCallbackRef((id: string) => foldAll(closed.has(id) ? folded.filter((other) => other !== id) : [...folded, id]))
  return { closed, toggle, foldAll }
}

// What surrounds the list is not rendered again at every edit of its rows.
const HeaderActions = memo(({ totals }: { totals: string }) => (
  <>
    <Text component="span" size="sm" c="dimmed" className={classes.totals}>
      {totals}
    </Text>
    <Button component={Link} to="/laskut" variant="default" leftSection={<IconReceiptEuro size={18} aria-hidden />}>
      Laskut
    </Button>
  </>
))

const without = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => new Set([...ids].filter((other) => other !== id))

const emptyTexts: Readonly<Record<View, { title: string; text: string }>> = {
  '': { title: 'Kaikki on laskutettu', text: 'Kun tilaus on toimitettu, se tulee tähän laskutettavaksi.' },
  valmiit: { title: 'Kaikki valmiit on laskutettu', text: 'Täydennä tilaukset, joilta puuttuu tietoja, niin voit laskuttaa nekin.' },
  puutteet: { title: 'Mitään ei puutu', text: 'Kaikki laskuttamattomat tilaukset ovat valmiita laskutettaviksi.' },
}

function MarkProgress({ done, of }: { done: number; of: number }) {
  return (
    <div className={classes.progress} role="status">
      <Text>
        Merkitään laskutetuksi: {formatCount(done)} / {formatCount(of)}
      </Text>
      <Progress value={(100 * done) / of} aria-label="Merkinnän eteneminen" mt={6} />
    </div>
  )
}

/** The orders that the menu of an unselected row is about: an order with the others of its group, or those of a customer. */
function ordersOfRow(row: InvoicingRow, rows: readonly InvoicingRow[], list: Uninvoiced) {
  const listed = rows.flatMap((one) => (one.kind === 'order' ? [one.order] : []))
  if (row.kind === 'customer')
    return {
      orders: listed.filter(({ asiakas }) => asiakas.id === row.id),
      read: () => readAllOrders({ ...list, asiakas_id: row.id }),
    }
  const orders = withGroups(new Set([row.id]), listed)
  return { orders, read: () => readOrders(orders.map(({ id }) => id)) }
}

/** `clear`: takes the selection away once the task has been done. */
type Chosen = { task: Task; read: () => Promise<readonly UninvoicedOrder[]>; clear: () => void }

/** The tasks on orders, which are read again before each. */
function useTasks(picked: ReturnType<typeof useSelectedOrders>) {
  const [pendingTask, setPendingTask] = useState<(Omit<Chosen, 'read'> & { orders: readonly UninvoicedOrder[] }) | null>(null)
  const marking = useMarking()
  const sending = useSending()
  const ungroup = useUngroup()
  const { run: choose, isRunning } = useAction({
    mutationFn: async ({ task, read, clear }: Chosen) => ({ task, orders: await read(), clear }),
    onSuccess: ({ task, orders, clear }) => {
      if (task === 'ungroup') {
        ungroup(orders)
        clear()
      } else setPendingTask({ task, orders, clear })
    },
  })
  const close = () => setPendingTask(null)
  const done = () => {
    close()
    pendingTask?.clear()
  }
  return {
    marking,
    sending,
    choose,
    isBusy: isRunning || picked.isReading || marking.progress !== null || sending.isRunning,
    dialog: (
      <>
        <MarkDialog
          lines={pendingTask?.task === 'mark' ? linesOf(pendingTask.orders) : []}
          opened={pendingTask?.task === 'mark'}
          onClose={close}
          onMark={(reason) => {
            if (pendingTask) marking.mark(pendingTask.orders, reason)
            done()
          }}
        />
        {pendingTask?.task === 'send' && (
          <SendDialog
            orders={pendingTask.orders}
            onClose={close}
            onSend={(system, orders) => {
              sending.send(system, orders)
              done()
            }}
          />
        )}
        {pendingTask?.task === 'group' && (
          <GroupDialog
            orders={pendingTask.orders.map(({ id, vid, tunniste, hinta, asiakas, ryhma }) => ({
              ...{ id, vid, number: tunniste, price: hinta, customer: asiakas },
              group: ryhma && { name: ryhma.tunniste },
            }))}
            onClose={close}
            onDone={pendingTask.clear}
          />
        )}
      </>
    ),
  }
}
