import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDay, formatEuros, formatKilos, plural } from '../../kit/format.ts'
import classes from './order.module.css'
import { dayOrNone, type OrderContent, totalsOf } from './order-values.ts'

type SummaryProps = {
  values: Pick<OrderContent, 'nouto' | 'toimitus' | 'rows' | 'toivottu_toimitus'>
  /** Shown once there is one (RULES section 2: customers see a confirmed price). */
  price: number
  children?: ReactNode
}

/** What stays in sight beside the form: the whole order in five lines, and its buttons. */
export function OrderSummary({ values, price, children }: SummaryProps) {
  const { nouto, toimitus, rows } = values
  const wish = dayOrNone(values.toivottu_toimitus)
  const { pieces, kilos } = totalsOf(rows)
  return (
    <section className={classes.summary} aria-label="Yhteenveto">
      <div className={classes.summaryLine}>
        <strong style={{ textAlign: 'left' }}>
          {nouto.postitmp || 'Nouto'} → {toimitus.postitmp || 'Toimitus'}
        </strong>
      </div>
      <div className={classes.summaryLine}>
        <span>{plural(pieces, 'kolli', 'kollia')}</span>
        <strong>{formatKilos(kilos)}</strong>
      </div>
      <div className={classes.summaryLine}>
        <span>Toimitus</span>
        <strong>{wish > 0 ? formatDay(wish) : 'ei toivetta'}</strong>
      </div>
      {price > 0 && (
        <div className={classes.price}>
          <span>Hinta, alv 0 %</span>
          <span>{formatEuros(price)}</span>
        </div>
      )}
      {children}
    </section>
  )
}

type NewProps = { saving: 'open' | 'again' | null; onSave: (then: 'open' | 'again') => void }

export function NewOrderButtons({ saving, onSave }: NewProps) {
  return (
    <>
      <Button size="md" fullWidth mt="sm" loading={saving === 'open'} disabled={saving === 'again'} onClick={() => onSave('open')}>
        Tilaa
      </Button>
      <Button variant="default" fullWidth loading={saving === 'again'} disabled={saving === 'open'} onClick={() => onSave('again')}>
        Tilaa ja tee uusi
      </Button>
    </>
  )
}
