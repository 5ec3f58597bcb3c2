import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import type { Viewer } from '#domain/access/roles.ts'
import { audienceOf, orderBadge, orderLateDays } from '#domain/entities/order/order.status.ts'
import { OrderBadge } from '#web/features/orders/order-badge.tsx'
import { type OrderInList, useListedOrder } from '#web/features/orders/page/listed-orders.ts'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { usePrinting } from '#web/kit/page/printing.ts'
import { newId } from '../../data/row.ts'
import { nowSeconds } from '../../session/clock.ts'
import { useSession } from '../../session/session.ts'
import { customerQuery, type OrderRead } from './order-data.ts'
import { OrderReceived } from './order-received.tsx'
import { type OrderContent, type OrderValues, valuesOf } from './order-values.ts'
import { ListedOrderPage } from './page/listed-order-page.tsx'
import { OrderPage } from './page/order-page.tsx'
import { jointOf } from './page/order-price.tsx'
import type { SectionName } from './page/parts/open-sections.ts'
import { useEditing } from './page/parts/use-editing.tsx'
import { changeability } from './view/changeability.ts'
import paper from './view/printed-order.module.css'
import { PrintedOrder } from './view/printed-order.tsx'
import { WithOrder } from './with-order.tsx'

/** `tilaus/:id` */
export function OrderScreen() {
  const { id } = useParams({ from: '/tilaus/$id' })
  const session = useSession()
  const viewer = { roles: session?.user.roles ?? [], userId: session?.user.id ?? '' }
  const staff = viewer.roles.includes('yllapito')
  const listed = useListedOrder(id, staff)
  return (
    <WithOrder id={id} title="Tilaus" pending={listed && <ListedOrderPage listed={listed} staff={staff} />}>
      {(read) => <Order key={id} read={read} viewer={viewer} listed={listed} />}
    </WithOrder>
  )
}

const asLive = <L extends object>(line: L) => ({ ...line, tila: 'odottaa_noutoa' as const })

type Round = { round: number; savedLast: SectionName | null }
type OrderProps = { read: OrderRead; viewer: Pick<Viewer, 'roles' | 'userId'>; listed: OrderInList | null }

function Order({ read, viewer, listed }: OrderProps) {
  const { order, shipments, jobs, customer: owner } = read
  const staff = viewer.roles.includes('yllapito')
  const customer = useQuery(customerQuery(owner.id)).data
  const stored = useMemo(() => valuesOf(order, shipments, jobs, newId), [order, shipments, jobs])
  // A new form after each save: the next edit starts from what is stored then.
  const [{ round, savedLast }, setRound] = useState<Round>({ round: 0, savedLast: null })
  const { changeable, why } = changeability(read, viewer)
  const printing = usePrinting()
  const { search } = usePageSearch()
  // A wholly cancelled order still shows what was ordered.
  const content = stored.rows.length + stored.jobs.length > 0 ? stored : valuesOf(order, shipments.map(asLive), jobs.map(asLive), newId)
  const page: PageProps = {
    ...{ read, viewer, content, stored, customer, listed, why },
    top: <JustReceived id={order.id} number={order.tunniste} staff={staff} />,
    received: staff && search.vastaanotettu !== undefined,
  }
  return (
    <>
      <div className={paper.onScreen}>
        {changeable ? (
          <EditableOrder
            key={round}
            {...{ page, staff, savedLast, isFirst: round === 0 }}
            onSaved={(closed) => setRound({ round: round + 1, savedLast: closed })}
          />
        ) : (
          <OrderPage {...page} editing={null} />
        )}
      </div>
      {printing && <Paper read={read} content={content} viewer={viewer} termDays={customer?.maksuehto} />}
    </>
  )
}

type PageProps = Omit<Parameters<typeof OrderPage>[0], 'editing'>
type EditableProps = {
  page: PageProps & { content: OrderContent; stored: OrderValues }
  staff: boolean
} & Pick<Parameters<typeof useEditing>[0], 'savedLast' | 'isFirst' | 'onSaved'>

function EditableOrder({ page, ...options }: EditableProps) {
  const editing = useEditing({ read: page.read, stored: page.stored, ...options })
  return <OrderPage {...page} editing={editing} />
}

type PaperProps = { read: OrderRead; content: OrderContent; viewer: Pick<Viewer, 'roles'>; termDays: number | undefined }

function Paper({ read, content, viewer, termDays }: PaperProps): ReactNode {
  const { order, shipments, jobs, customer } = read
  const staff = viewer.roles.includes('yllapito')
  const lines = [...shipments, ...jobs]
  return (
    <PrintedOrder
      joint={jointOf(read, staff)}
      title={`Tilaus ${order.tunniste}`}
      detail={
        <>
          <OrderBadge status={orderBadge(order, lines, audienceOf(viewer.roles))} lateDays={orderLateDays(order, lines, nowSeconds())} />{' '}
          {staff && customer.name}
        </>
      }
      read={read}
      content={content}
      viewer={viewer}
      termDays={termDays}
    />
  )
}

/** Shown right after "Tilaa", while the address contains the parameter. */
function JustReceived({ id, number, staff }: { id: string; number: string; staff: boolean }) {
  const { search, set } = usePageSearch()
  if (search.vastaanotettu === undefined) return null
  return (
    <OrderReceived id={id} number={number} focus onClose={() => set({ vastaanotettu: undefined })}>
      {search.vastaanotettu === 'aiemmin'
        ? 'Tilaus oli jo tallennettu, kun muutit lomaketta. Muutoksesi ovat alla: tallenna ne tai hylkää ne.'
        : !staff && 'Voit seurata tilauksen etenemistä tällä sivulla ja muuttaa tilausta, kunnes se noudetaan.'}
    </OrderReceived>
  )
}
