import { ActionIcon, Anchor } from '@mantine/core'
import { IconPlus, IconStarFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAction } from '#web/data/use-action.ts'
import { favouritesQuery, removeFavourite } from '#web/features/orders/favourites/favourites.ts'
import { Receiver } from '#web/features/orders/list/own-order-cells.tsx'
import { goodsText, recognisedBy } from '#web/features/orders/order-rows.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from '../start.module.css'

/** The orders that the customer has named, to order the same again; nothing while there are none. */
export function Favourites({ customer }: { customer: string }) {
  const { data } = useQuery(favouritesQuery(customer))
  const { run: remove } = useAction({ mutationFn: removeFavourite })
  if (!data || data.rows.length === 0) return null
  return (
    <Section title="Suosikit">
      <ul className={classes.orders}>
        {data.rows.map(({ id, name, tilaus }) => {
          const order = data.included.get('tilaus', tilaus)
          const shipments = data.included.all('lahetys', order?.lahetykset ?? [])
          const lines = shipments.map(recognisedBy)
          return (
            order && (
              <li key={id} className={`${classes.delivered} ${classes.favourite}`}>
                <span className={classes.deliveredWhat}>
                  <Anchor renderRoot={(props) => <Link to="/tilaus/$id" params={{ id: order.id }} {...props} />}>{name}</Anchor>
                  <span className={classes.soft}>
                    <Receiver lines={lines} /> {shipments.map(goodsText).join(' · ')}
                  </span>
                </span>
                <LinkButton
                  to="/tilaus/$id/clone"
                  params={{ id: order.id }}
                  variant="default"
                  size="sm"
                  leftSection={<IconPlus size={16} aria-hidden />}
                  aria-label={`Tilaa: ${name}`}
                >
                  Tilaa
                </LinkButton>
                <ActionIcon
                  variant="subtle"
                  size={44}
                  aria-label={`Poista suosikeista: ${name}`}
                  onClick={() => remove({ id, name, order: order.id })}
                >
                  <IconStarFilled size={18} aria-hidden />
                </ActionIcon>
              </li>
            )
          )
        })}
      </ul>
    </Section>
  )
}
