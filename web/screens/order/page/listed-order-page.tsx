import type { OrderInList } from '#web/features/orders/page/listed-orders.ts'
import { OrderWalk } from '#web/features/orders/page/order-walk.tsx'
import { PeekLine } from '#web/features/orders/page/peek-line.tsx'
import { SectionSkeleton } from '#web/ui/states.tsx'
import { Card } from './card.tsx'
import { listedFacts } from './head-facts.ts'
import classes from './listed-order-page.module.css'
import { OrderHead } from './order-head.tsx'
import page from './order-page.module.css'

/** The page of an order that is being read: its heading and rows as the list has read them. */
export function ListedOrderPage({ listed, staff }: { listed: OrderInList; staff: boolean }) {
  return (
    <div className={page.page} data-page="heading" aria-busy>
      <OrderHead facts={listedFacts(listed.row, staff)} walk={<OrderWalk listed={listed} />} />
      <div className={page.body}>
        <div className={page.main}>
          <Card title="Lähetykset">
            <ul className={classes.lines}>
              {listed.row.lines.map((line) => (
                <PeekLine key={line.id} line={line} />
              ))}
            </ul>
          </Card>
          <SectionSkeleton lines={4} />
        </div>
        <aside className={page.side}>
          <SectionSkeleton lines={5} />
        </aside>
      </div>
    </div>
  )
}
