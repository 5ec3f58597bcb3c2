import { Alert, Button, Group, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Viewer } from '#domain/access/roles.ts'
import { audienceOf, orderBadge, orderLateDays } from '#domain/entities/order/order.status.ts'
import { useAction } from '#web/data/use-action.ts'
import { useCars, useDrivers } from '#web/features/cars/fleet.ts'
import { OrderEmissions } from '#web/features/emissions/order-emissions.tsx'
import { Timeline } from '#web/features/history/timeline.tsx'
import { OrderBadge } from '#web/features/orders/order-badge.tsx'
import { StoredPrice } from '#web/features/prices/price-steps.tsx'
import { UnpricedNote } from '#web/features/prices/unpriced-note.tsx'
import { HistoryPanel } from '#web/kit/entity/history/history-panel.tsx'
import { DetailPage } from '#web/kit/page/page.tsx'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { usePrinting } from '#web/kit/page/printing.ts'
import { useNow } from '#web/kit/page/use-now.ts'
import { newId } from '../../data/row.ts'
import { useSession } from '../../session/session.ts'
import { showDone } from '../../ui/undo-toast.tsx'
import { JobsSection } from './jobs/jobs-section.tsx'
import { customerQuery, type OrderRead } from './order-data.ts'
import { OrderForm, type OrderFormApi } from './order-form.tsx'
import { OrderReceived } from './order-received.tsx'
import { type OrderContent, valuesOf } from './order-values.ts'
import { useLegs } from './use-legs.ts'
import { draftOf } from './use-order-form.ts'
import { changeability } from './view/changeability.ts'
import { GroupSection } from './view/group-section.tsx'
import { OrderActions } from './view/order-actions.tsx'
import { OrderLinks } from './view/order-links.tsx'
import { type JointPrice, OrderSummary } from './view/order-summary.tsx'
import { OrderView } from './view/order-view.tsx'
import paper from './view/printed-order.module.css'
import { PrintedOrder } from './view/printed-order.tsx'
import { ShipmentsSection } from './view/shipments-section.tsx'
import { TrackingSection } from './view/tracking-section.tsx'
import { WithOrder } from './with-order.tsx'

/** `tilaus/:id` */
export function OrderScreen() {
  const { id } = useParams({ from: '/tilaus/$id' })
  const session = useSession()
  const viewer = { roles: session?.user.roles ?? [], userId: session?.user.id ?? '' }
  return (
    <WithOrder id={id} title="Tilaus">
      {(read) => <Order key={id} read={read} viewer={viewer} />}
    </WithOrder>
  )
}

const asLive = <L extends object>(line: L) => ({ ...line, tila: 'odottaa_noutoa' as const })

type OrderProps = { read: OrderRead; viewer: Pick<Viewer, 'roles' | 'userId'> }

function Order({ read, viewer }: OrderProps) {
  const { order, shipments, jobs, customer: owner } = read
  const staff = viewer.roles.includes('yllapito')
  const now = useNow()
  const customer = useQuery(customerQuery(owner.id)).data
  const stored = useMemo(() => valuesOf(order, shipments, jobs, newId), [order, shipments, jobs])
  // A new form after each save: the next edit starts from what is stored then.
  const [round, setRound] = useState(0)
  const { run: save, isRunning: saving } = useAction({
    mutationFn: (api: OrderFormApi) => api.save(),
    onSuccess: ({ done }) => {
      if (!done) return
      showDone('Tilaus tallennettu')
      setRound((count) => count + 1)
    },
  })
  const { changeable, why } = changeability(read, viewer)
  const printing = usePrinting()
  // A wholly cancelled order still shows what was ordered.
  const content = stored.rows.length + stored.jobs.length > 0 ? stored : valuesOf(order, shipments.map(asLive), jobs.map(asLive), newId)
  const title = `Tilaus ${order.tunniste}`
  const detail = (
    <Group gap="sm">
      <OrderBadge
        status={orderBadge(order, [...shipments, ...jobs], audienceOf(viewer.roles))}
        lateDays={orderLateDays(order, [...shipments, ...jobs], now)}
      />
      {staff && <Text component="span">{owner.name}</Text>}
    </Group>
  )
  const actions = (
    <>
      <OrderLinks id={order.id} staff={staff} />
      <OrderActions read={read} viewer={viewer} />
    </>
  )
  /** The state and the next steps come before what was ordered. */
  const work = (api?: OrderFormApi) => (
    <>
      <ShipmentsSection read={read} viewer={viewer} api={api} />
      <JobsSection read={read} viewer={viewer} />
    </>
  )
  const more = (
    <>
      {read.group && <GroupSection order={order} group={read.group} roles={viewer.roles} />}
      <TrackingSection read={read} />
      <OrderEmissions order={order.id} />
      <Timeline orderId={order.id} />
      {staff && <History read={read} />}
    </>
  )
  const page = !changeable ? (
    <DetailPage
      title={title}
      focus="heading"
      detail={detail}
      actions={actions}
      aside={<ReadSummary content={content} read={read} staff={staff} />}
    >
      {why && <Alert color="gray" icon={<IconLock size={20} aria-hidden />} title={why} role="note" />}
      {work()}
      <OrderView read={read} content={content} termDays={customer?.maksuehto} />
      {more}
    </DetailPage>
  ) : (
    <OrderForm
      key={round}
      title={title}
      detail={detail}
      actions={actions}
      top={(api) => (
        <>
          <JustReceived id={order.id} number={order.tunniste} />
          {work(api)}
        </>
      )}
      more={more}
      name={draftOf(order.id)}
      initial={stored}
      stored={stored}
      asiakas={owner.id}
      customer={customer}
      staff={staff}
      joint={jointOf(read, staff)}
      buttons={(api) => (
        <Button size="md" loading={saving} onClick={() => save(api)}>
          Tallenna
        </Button>
      )}
      onSubmit={save}
    />
  )
  return (
    <>
      <div className={paper.onScreen}>{page}</div>
      {printing && (
        <PrintedOrder
          joint={jointOf(read, staff)}
          title={title}
          detail={detail}
          read={read}
          content={content}
          viewer={viewer}
          termDays={customer?.maksuehto}
        />
      )}
    </>
  )
}

function jointOf({ order, group }: OrderRead, staff: boolean): JointPrice | null {
  if (!group) return null
  const { row, orders } = group
  return { group: row.tunniste, orders: orders.length, hinta: row.hinta, own: staff ? order.hinta : 0 }
}

function ReadSummary({ content, read, staff }: { content: OrderContent; read: OrderRead; staff: boolean }) {
  const legs = useLegs(content)
  const { id, asiakas, hinta = 0, hinta_kasin } = read.order
  return (
    <OrderSummary values={content} price={hinta} joint={jointOf(read, staff)} legs={legs}>
      {staff && hinta > 0 && !hinta_kasin && <StoredPrice tilaus={id} title="Laskelma" />}
      {staff && hinta === 0 && !read.group && <UnpricedNote tilaus={id} asiakas={asiakas ?? ''} />}
    </OrderSummary>
  )
}

/** Shown right after "Tilaa", while the address contains the parameter. */
function JustReceived({ id, number }: { id: string; number: string }) {
  const { search, set } = usePageSearch()
  if (search.vastaanotettu === undefined) return null
  return (
    <OrderReceived id={id} number={number} focus onClose={() => set({ vastaanotettu: undefined })}>
      {search.vastaanotettu === 'aiemmin'
        ? 'Tilaus oli jo tallennettu, kun muutit lomaketta. Muutoksesi ovat alla: tallenna ne tai hylkää ne.'
        : 'Voit seurata tilauksen etenemistä tällä sivulla ja muuttaa tilausta, kunnes se noudetaan.'}
    </OrderReceived>
  )
}

/** The history with the names of the drivers and cars that its changes refer to. */
function History({ read }: { read: OrderRead }) {
  const { order, names } = read
  const drivers = useDrivers()
  const cars = useCars()
  const nameOf = (id: string) => [...drivers, ...cars].find(({ value }) => value === id)?.label ?? names.get(id)
  return <HistoryPanel entity="tilaus" id={order.id} nameOf={nameOf} />
}
