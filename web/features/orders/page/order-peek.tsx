import { ActionIcon, Button, Kbd } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { formatCount, formatDay, formatEuros, formatKilos, plural } from '#web/kit/format.ts'
import { OrderBadge } from '../order-badge.tsx'
import type { OrderRow } from '../order-rows.ts'
import classes from './order-peek.module.css'
import { PeekLine } from './peek-line.tsx'

export type OrderPeekProps = {
  /** The order's row as the list has read it: shown at once. */
  row: OrderRow
  /** Its position in the list, from 1, and the number of the list's rows. */
  position?: { at: number; of: number }
  /** Undefined at the end of the list. */
  onNext?: (() => void) | undefined
  onPrevious?: (() => void) | undefined
  /** Opens the whole page. */
  onOpen: () => void
  onClose: () => void
}

/** An order beside the list that it was opened from. The list handles the keys (Space, j, k, Enter, Esc). */
export function OrderPeek({ row, position, onNext, onPrevious, onOpen, onClose }: OrderPeekProps) {
  const heading = useId()
  const { number, customer, badge, lateDays, failed, lines, wishedDay, pieces, kilos, price, group } = row
  return (
    <section className={classes.peek} aria-labelledby={heading}>
      <div className={classes.tools}>
        {position && (
          <span className={classes.position}>
            {formatCount(position.at)} / {formatCount(position.of)}
          </span>
        )}
        <ActionIcon variant="default" aria-label="Edellinen tilaus" title="Edellinen (K)" disabled={!onPrevious} onClick={onPrevious}>
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Seuraava tilaus" title="Seuraava (J)" disabled={!onNext} onClick={onNext}>
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
        <Button
          variant="default"
          size="compact-md"
          rightSection={
            <Kbd size="xs" aria-hidden>
              ↵
            </Kbd>
          }
          onClick={onOpen}
        >
          Avaa
        </Button>
        <ActionIcon variant="subtle" color="gray" aria-label="Sulje esikatselu" title="Sulje (Esc)" onClick={onClose}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
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
      <ul className={classes.lines} aria-label="Lähetykset ja työt">
        {lines.map((line) => (
          <PeekLine key={line.id} line={line} />
        ))}
      </ul>
    </section>
  )
}
