import { ActionIcon, Button, Progress, SegmentedControl, Skeleton, Text } from '@mantine/core'
import { IconReceiptEuro, IconSearch, IconX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { TextFilter } from '#web/kit/list/list-filters.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { formatCount, formatEuros, plural } from '../../kit/format.ts'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { CustomerOrders } from './customer-orders.tsx'
import classes from './invoicing.module.css'
import {
  byCustomer,
  type InvoiceLine,
  inView,
  isView,
  linesOf,
  matches,
  orderAs,
  ordersOf,
  sumOf,
  uninvoicedQuery,
  type View,
  views,
} from './invoicing-data.ts'
import { MarkDialog } from './mark-dialog.tsx'
import { ResultsPanel } from './results-panel.tsx'
import { useInvoicing } from './use-invoicing.ts'

/** `laskuta`: delivered orders that are not invoiced yet, by customer. */
export function InvoicingScreen() {
  const { search, set } = usePageSearch()
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(uninvoicedQuery)
  const { shown, results, progress, setPrice, mark, clearResults } = useInvoicing()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState(false)
  const view = isView(search.nakyma) ? search.nakyma : ''
  const text = search.haku ?? ''

  const orders = useMemo(
    () => data?.pages.flatMap((page) => page.data).flatMap((order) => (shown.get(order.id)?.marked ? [] : orderAs(order, shown))) ?? [],
    [data, shown],
  )
  const lines = useMemo(() => linesOf(orders), [orders])
  const found = useMemo(() => lines.filter((line) => matches(line, text)), [lines, text])
  const groups = useMemo(() => byCustomer(found.filter((line) => inView(line, view))), [found, view])
  const selected = useMemo(() => lines.filter((line) => line.orders.some(({ id }) => ticked.has(id))), [lines, ticked])
  const visible = groups.flatMap((group) => group.lines)

  const select = useCallback((ids: readonly string[], on: boolean) => {
    setTicked((before) => {
      const after = new Set(before)
      for (const id of ids) {
        if (on) after.add(id)
        else after.delete(id)
      }
      return after
    })
  }, [])
  const onPrice = useCallback((line: InvoiceLine, price: number) => void setPrice(line, price), [setPrice])

  return (
    <Page
      title="Laskutus"
      detail={data && `${plural(ordersOf(visible).length, 'tilaus', 'tilausta')} · ${formatEuros(sumOf(visible))} (alv 0 %)`}
    >
      <div className={classes.filters}>
        <SegmentedControl
          aria-label="Näkymä"
          value={view}
          onChange={(value) => set({ nakyma: value })}
          data={Object.entries(views).map(([value, label]) => ({
            value,
            label: data && isView(value) ? `${label} ${formatCount(ordersOf(found.filter((line) => inView(line, value))).length)}` : label,
          }))}
        />
        <TextFilter name="haku" label="Hae asiakasta, tilausta, viitettä" />
      </div>
      {progress && (
        <div className={classes.progress} role="status">
          <Text>
            Merkitään laskutetuksi: {formatCount(progress.done)} / {formatCount(progress.of)}
          </Text>
          <Progress value={(100 * progress.done) / progress.of} aria-label="Merkinnän eteneminen" mt={6} />
        </div>
      )}
      <ResultsPanel results={results} onClose={clearResults} />
      {!data && isError ? (
        <ErrorState retry={() => void refetch()} />
      ) : !data ? (
        <GroupSkeletons />
      ) : groups.length === 0 ? (
        <Nothing total={orders.length} view={text === '' ? view : 'haku'} onClear={() => set({ nakyma: undefined, haku: undefined })} />
      ) : (
        groups.map((group) => (
          <CustomerOrders key={group.customer.id} group={group} selected={ticked} onSelect={select} onPrice={onPrice} />
        ))
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Näytä lisää
        </Button>
      )}
      {selected.length > 0 && (
        <div className={classes.bar} role="toolbar" aria-label="Valitut tilaukset">
          <span aria-live="polite">
            <strong>{formatCount(ordersOf(selected).length)} valittu</strong> · {formatEuros(sumOf(selected))}
          </span>
          <Button size="sm" disabled={progress !== null} onClick={() => setAsking(true)}>
            Merkitse laskutetuksi
          </Button>
          <ActionIcon variant="transparent" c="#ffffff" aria-label="Poista valinnat" onClick={() => setTicked(new Set())}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </div>
      )}
      <MarkDialog
        lines={selected}
        opened={asking}
        onClose={() => setAsking(false)}
        onMark={(reason) => {
          setAsking(false)
          setTicked(new Set())
          void mark(ordersOf(selected), reason)
        }}
      />
    </Page>
  )
}

type NothingProps = {
  /** The number of uninvoiced orders in all views. */
  total: number
  view: View | 'haku'
  onClear: () => void
}

/** Says why no orders are shown, and what to do next. */
function Nothing({ total, view, onClear }: NothingProps) {
  if (total === 0) {
    return (
      <EmptyState
        title="Kaikki on laskutettu"
        icon={IconReceiptEuro}
        action={
          <Button component={Link} to="/arkisto" variant="default">
            Avaa arkisto
          </Button>
        }
      >
        Kun tilaus on toimitettu, se tulee tähän laskutettavaksi.
      </EmptyState>
    )
  }
  const [title, text] = nothing[view]
  return (
    <EmptyState
      title={title}
      icon={view === 'haku' ? IconSearch : IconReceiptEuro}
      action={
        <Button variant="default" onClick={onClear}>
          Näytä kaikki
        </Button>
      }
    >
      {text}
    </EmptyState>
  )
}

const nothing: Record<View | 'haku', readonly [title: string, text: string]> = {
  haku: ['Haulla ei löytynyt tilauksia', 'Laskutetut tilaukset ovat arkistossa.'],
  valmiit: ['Kaikki valmiit on laskutettu', 'Täydennä tilaukset, joilta puuttuu tietoja, niin voit laskuttaa nekin.'],
  puutteet: ['Mitään ei puutu', 'Kaikki laskuttamattomat tilaukset ovat valmiita laskutettaviksi.'],
  '': ['Ei laskutettavaa', ''],
}

function GroupSkeletons() {
  return (
    <div aria-hidden>
      {[3, 1, 4].map((count) => (
        <div key={count} className={classes.group}>
          <div className={classes.head}>
            <Skeleton height={18} width="34%" />
          </div>
          {Array.from({ length: count }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholder lines have no identity and never change order
            <div key={line} className={classes.order}>
              <Skeleton height={14} width="100%" style={{ gridColumn: '1 / -1' }} />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
