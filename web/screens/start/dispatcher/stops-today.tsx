import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { wishedOn } from '#web/features/orders/list/order-filters.ts'
import { lazyPart } from '#web/ui/loading/load-part.ts'
import { Section } from '#web/ui/section.tsx'
import classes from '../start.module.css'

const OrderMap = lazyPart(
  () => import('#web/features/orders/list/order-map.tsx'),
  (part) => part.OrderMap,
)

/** The pickups and deliveries of the orders wished for today, on a map. */
export function StopsToday({ today }: { today: number }) {
  return (
    <Section
      title="Tämän päivän paikat"
      aside={
        <Anchor component={Link} to="/ajot">
          Päivän ajot
        </Anchor>
      }
    >
      <div className={classes.map}>
        <Suspense fallback={null}>
          <OrderMap filter={wishedOn(today)} sort={['tilausnro']} />
        </Suspense>
      </div>
    </Section>
  )
}
