import { Loader } from '@mantine/core'
import { memo } from 'react'
import { OutcomeIcon } from '../ui/outcome-icon.tsx'
import classes from './order-results.module.css'
import type { OrderRow } from './order-rows.ts'

/** How an order's change went; `message` says why it was refused. */
export type OrderResult = { done: true } | { done: false; message: string }
type Props = {
  orders: readonly Pick<OrderRow, 'id' | 'number'>[]
  /** By the order's id; one that is missing is still being saved. */
  results: ReadonlyMap<string, OrderResult>
  running: boolean
}

/** Each order and what became of its change. */
export function OrderResults({ orders, results, running }: Props) {
  return (
    <ul className={classes.results} aria-live="polite" aria-busy={running}>
      {orders.map(({ id, number }) => (
        <ResultLine key={id} number={number} result={results.get(id)} />
      ))}
    </ul>
  )
}

/** Drawn anew only when its own result has come: there may be hundreds. */
const ResultLine = memo(({ number, result }: { number: string; result: OrderResult | undefined }) => {
  return (
    <li className={classes.result} data-failed={(result && !result.done) || undefined}>
      {result ? <OutcomeIcon done={result.done} /> : <Loader size={16} aria-hidden />}
      <strong>{number}</strong>
      <span>{!result ? 'Tallennetaan…' : result.done ? 'Tallennettu' : result.message}</span>
    </li>
  )
})
