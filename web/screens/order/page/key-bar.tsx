import { Kbd } from '@mantine/core'
import { type OrderRow, routeOf } from '#web/features/orders/order-rows.ts'
import { useRootMark } from '#web/kit/page/root-mark.ts'
import classes from './key-bar.module.css'

type Props = {
  /** What the keys do now, in the order of the bar. */
  keys: readonly (readonly [key: string, does: string])[]
  /** The next order of the list that this one was opened from. */
  next: OrderRow | null
}

/** The page's keys at the bottom of a wide window with a mouse; screen readers read them at the buttons. */
export function KeyBar({ keys, next }: Props) {
  useRootMark('data-key-bar')
  const route = next && routeOf(next.lines)
  return (
    <div className={classes.bar} aria-hidden>
      {keys.map(([key, does]) => (
        <span key={key} className={classes.key}>
          <Kbd size="xs">{key}</Kbd> {does}
        </span>
      ))}
      {next && route && (
        <span className={classes.next}>
          Seuraava <strong>{next.number}</strong>
          <span className={classes.where}>
            {[next.customer.name, [route.from, route.to].filter(Boolean).join(' → ')].filter(Boolean).join(', ')}
          </span>
          <Kbd size="xs">J</Kbd>
        </span>
      )}
    </div>
  )
}
