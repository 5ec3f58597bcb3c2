import { Anchor, Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { progressOf, progressSteps } from '#domain/entities/order/order.status.ts'
import { Day, OrderLink, Route } from '#web/features/orders/list/order-cells.tsx'
import { archived, open } from '#web/features/orders/list/order-filters.ts'
import { OrderBadge } from '#web/features/orders/order-badge.tsx'
import { failedText, type OrderRow, orderQuery, toOrderRow } from '#web/features/orders/order-rows.ts'
import { Page } from '#web/kit/page/page.tsx'
import { listQuery } from '../../data/queries.ts'
import { formatCount, formatMoment } from '../../kit/format.ts'
import { nowSeconds } from '../../session/clock.ts'
import { useSession } from '../../session/session.ts'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { Section } from '../../ui/section.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import classes from './start.module.css'

const maxUnderWay = 10
const maxDelivered = 5

/** The customer's start page: ordering, orders under way, and received deliveries. */
export function CustomerStart() {
  const session = useSession()
  return (
    <Page title={session?.asiakas?.name || 'Etusivu'} width="form" focus="heading">
      <Button component={Link} to="/tilaus/new" size="lg" className={classes.order} leftSection={<IconPlus size={22} aria-hidden />}>
        Uusi tilaus
      </Button>
      <div className={classes.sections}>
        <UnderWay />
        <Delivered />
      </div>
    </Page>
  )
}

function Pending() {
  return (
    <div className={classes.pending} aria-hidden>
      {['a', 'b'].map((key) => (
        <Skeleton key={key} height={92} radius="md" />
      ))}
    </div>
  )
}

function UnderWay() {
  const { data, isError, refetch } = useQuery(
    listQuery('tilaus', { ...orderQuery, filter: open, sort: ['toivottu_toimitus'], page: { limit: maxUnderWay } }),
  )
  const rows = data?.rows.map((row) => toOrderRow(row, data.included))
  const all = data?.count ?? 0
  return (
    <Section
      title="Keskeneräiset tilaukset"
      aside={
        all > maxUnderWay && (
          <Anchor component={Link} to="/tilaukset">
            Kaikki {formatCount(all)}
          </Anchor>
        )
      }
    >
      {isError && !data ? (
        <ErrorState retry={() => void refetch()} />
      ) : !rows ? (
        <Pending />
      ) : rows.length === 0 ? (
        <EmptyState title="Ei keskeneräisiä tilauksia">Kun teet tilauksen, voit seurata sen etenemistä tässä.</EmptyState>
      ) : (
        <ul className={classes.orders}>
          {rows.map((order) => (
            <UnderWayOrder key={order.id} order={order} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function UnderWayOrder({ order }: { order: OrderRow }) {
  return (
    <li className={classes.underWay}>
      <div>
        <div className={classes.orderHead}>
          <OrderLink order={order}>Tilaus {order.number}</OrderLink>
          {(order.lateDays > 0 || order.badge === 'myohassa' || order.failed) && (
            <OrderBadge status={order.badge} lateDays={order.lateDays} failed={order.failed} />
          )}
        </div>
        <Route lines={order.lines} />
        {order.failed && <div className={classes.failed}>{failedText}. Selvitämme, miten jatketaan.</div>}
        {order.wishedDay > 0 && (
          <div className={classes.soft}>
            Toivottu <Day at={order.wishedDay} />
          </div>
        )}
      </div>
      <ProgressLine
        steps={progressSteps}
        reached={progressOf(
          order.state,
          order.lines.map(({ state }) => state),
        )}
      />
    </li>
  )
}

function Delivered() {
  const { data, isError, refetch } = useQuery(
    listQuery('tilaus', {
      include: [...orderQuery.include, 'lahetykset.kuittaukset'],
      fields: {
        ...orderQuery.fields,
        lahetys: [...orderQuery.fields.lahetys, 'kuittaukset'],
        v_o_kuittaus: ['nimenselvennys'],
      } as const,
      filter: archived(nowSeconds()),
      sort: ['-timestamp_toimitettu'],
      page: { limit: maxDelivered },
    }),
  )
  return (
    <Section
      title="Viimeksi toimitetut"
      aside={
        <Anchor component={Link} to="/arkisto">
          Arkisto
        </Anchor>
      }
    >
      {isError && !data ? (
        <ErrorState retry={() => void refetch()} />
      ) : !data ? (
        <Pending />
      ) : data.rows.length === 0 ? (
        <EmptyState title="Ei vielä toimituksia">Täällä näet, milloin tavarat toimitettiin ja kuka otti ne vastaan.</EmptyState>
      ) : (
        <ul className={classes.orders}>
          {data.rows.map((row) => {
            const shipments = data.included.all('lahetys', row.lahetykset)
            const receipts = shipments.flatMap(({ kuittaukset }) => data.included.all('v_o_kuittaus', kuittaukset))
            const receivers = [...new Set(receipts.map(({ nimenselvennys }) => nimenselvennys))]
            return (
              <li key={row.id} className={classes.delivered}>
                <OrderLink order={{ id: row.id, number: row.tunniste }}>Tilaus {row.tunniste}</OrderLink>
                <span>
                  {[...new Set(shipments.map(({ toimitus_nimi, toimitus_postitmp }) => toimitus_nimi || toimitus_postitmp))].join(', ')}
                </span>
                <span className={classes.soft}>
                  {formatMoment(row.timestamp_toimitettu)}
                  {receivers.length > 0 && ` · vastaanotti ${receivers.join(', ')}`}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}
