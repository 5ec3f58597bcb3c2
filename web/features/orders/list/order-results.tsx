import { Loader, Progress, Text } from '@mantine/core'
import { memo } from 'react'
import { formatCount } from '#web/kit/format.ts'
import { OutcomeIcon } from '#web/ui/badges/outcome-icon.tsx'
import type { OrderRow } from '../order-rows.ts'
import classes from './order-results.module.css'

/** The result of an order's change; `message` says why it was rejected. */
export type OrderResult = { done: true } | { done: false; message: string }
type Props = {
  orders: readonly Pick<OrderRow, 'id' | 'number'>[]
  /** By the order's id; a missing one is still being saved. */
  results: ReadonlyMap<string, OrderResult>
  running: boolean
}

/** Above this number the progress is shown separately. */
const many = 10

/** Each order and the result of its change; rejected ones come first once all have been tried. */
export function OrderResults({ orders, results, running }: Props) {
  const isRefused = ({ id }: { id: string }) => results.get(id)?.done === false
  const listed = running ? orders : [...orders.filter(isRefused), ...orders.filter((order) => !isRefused(order))]
  return (
    <>
      {orders.length > many && (
        <div>
          <Text size="sm" role="status">
            {running
              ? `Tallennetaan: ${formatCount(results.size)} / ${formatCount(orders.length)}`
              : `${formatCount(orders.length - orders.filter(isRefused).length)} / ${formatCount(orders.length)} tallennettu`}
          </Text>
          {running && <Progress value={(100 * results.size) / orders.length} aria-label="Tallennuksen eteneminen" mt={6} />}
        </div>
      )}
      <ul className={classes.results} aria-live={orders.length > many ? 'off' : 'polite'} aria-busy={running}>
        {listed.map(({ id, number }) => (
          <ResultLine key={id} number={number} result={results.get(id)} />
        ))}
      </ul>
    </>
  )
}

/** Rendered again only when its own result changes: there may be hundreds. */
const ResultLine = memo(({ number, result }: { number: string; result: OrderResult | undefined }) => {
  return (
    <li className={classes.result} data-failed={(result && !result.done) || undefined}>
      {result ? <OutcomeIcon done={result.done} /> : <Loader size={16} aria-hidden />}
      <strong>{number}</strong>
      <span>{!result ? 'Tallennetaan…' : result.done ? 'Tallennettu' : result.message}</span>
    </li>
  )
})
