import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listQuery } from '#web/data/queries.ts'
import { OrderLink } from '#web/features/orders/list/order-cells.tsx'
import { archived } from '#web/features/orders/list/order-filters.ts'
import { OrderAgain, Receiver, References } from '#web/features/orders/list/own-order-cells.tsx'
import { orderQuery, recognisedBy } from '#web/features/orders/order-rows.ts'
import { StoredPicture } from '#web/kit/form/stored-picture.tsx'
import { formatMoment } from '#web/kit/format.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { Section } from '#web/ui/section.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from '../start.module.css'
import { Pending } from './pending.tsx'

const maxDelivered = 5

/** The latest deliveries with who received them, and the signatures. */
export function Delivered() {
  const { data, isError, refetch } = useQuery(
    listQuery('tilaus', {
      include: [...orderQuery.include, 'lahetykset.kuittaukset'],
      fields: {
        ...orderQuery.fields,
        lahetys: [...orderQuery.fields.lahetys, 'kuittaukset'],
        v_o_kuittaus: ['nimenselvennys', 'kuittaus'],
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
            const signers = [...new Set(receipts.map(({ nimenselvennys }) => nimenselvennys).filter(Boolean))]
            const signatures = [...new Set(receipts.flatMap(({ kuittaus }) => kuittaus ?? []))]
            const lines = shipments.map(recognisedBy)
            const order = { id: row.id, number: row.tunniste }
            return (
              <li key={row.id} className={classes.delivered}>
                <span className={classes.deliveredWhat}>
                  <OrderLink order={order}>
                    <Receiver lines={lines} />
                  </OrderLink>
                  <span className={classes.soft}>
                    {order.number} <References lines={lines} label />
                  </span>
                </span>
                <span className={classes.soft}>
                  {formatMoment(row.timestamp_toimitettu)}
                  {signers.length > 0 && ` · vastaanotti ${signers.join(', ')}`}
                </span>
                <OrderAgain order={order} />
                {signatures.length > 0 && (
                  <span className={classes.signatures}>
                    {signatures.map((id) => (
                      <StoredPicture key={id} uri={`/file/${id}`} alt={`Allekirjoitus: tilaus ${order.number}`} onWhite />
                    ))}
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}
