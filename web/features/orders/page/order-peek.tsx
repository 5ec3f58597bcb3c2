import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { formatDay, formatEuros, formatKilos, plural } from '#web/kit/format.ts'
import { PeekTools } from '#web/kit/list/rows/peek-tools.tsx'
import type { PeekControls } from '#web/kit/list/rows/use-peek.ts'
import { OrderBadge } from '../order-badge.tsx'
import type { OrderRow } from '../order-rows.ts'
import classes from './order-peek.module.css'
import { PeekLine } from './peek-line.tsx'
import type { PeekStep } from './peek-step.ts'

type Props = PeekControls & {
  /** The order's row as the list has read it: shown at once. */
  row: OrderRow
  /** Its next step; null when there is none. */
  step: PeekStep | null
  onStep?: (task: PeekStep['task']) => void
  /** What the list's rows are; orders by default. */
  noun?: string
  /** What the list says of the order besides, under its facts. */
  children?: ReactNode
}

/** An order beside the list that it was opened from. The list handles the keys (Space, j, k, Enter, Esc). */
export function OrderPeek({ row, step, onStep, noun = 'tilaus', children, ...controls }: Props) {
  const heading = useId()
  const { number, customer, badge, lateDays, failed, lines, wishedDay, pieces, kilos, price, group } = row
  return (
    <section className={classes.peek} aria-labelledby={heading}>
      <PeekTools noun={noun} {...controls} />
      <h2 id={heading} className={classes.heading}>
        <span>{number}</span> <em>{customer.name}</em>
      </h2>
      <OrderBadge status={badge} lateDays={lateDays} failed={failed} />
      <p className={classes.facts}>
        {wishedDay > 0 && (
          <span>
            Toivottu <strong data-late={lateDays > 0 || undefined}>{formatDay(wishedDay)}</strong>
          </span>
        )}
        {pieces > 0 && (
          <span>
            <strong>{plural(pieces, 'kolli', 'kollia')}</strong>
            {kilos > 0 && <strong>, {formatKilos(kilos)}</strong>}
          </span>
        )}
        {price > 0 && !group && (
          <span>
            <strong>{formatEuros(price)}</strong> alv 0 %
          </span>
        )}
      </p>
      {children}
      {step && <Button onClick={() => onStep?.(step.task)}>{step.label}</Button>}
      <ul className={classes.lines} aria-label="Lähetykset ja työt">
        {lines.map((line) => (
          <PeekLine key={line.id} line={line} />
        ))}
      </ul>
    </section>
  )
}
