import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Status } from '#domain/entities/order/order.status.ts'
import { OrderBadge } from '#web/features/orders/order-badge.tsx'
import { lastListView } from '#web/features/orders/page/list-view.ts'
import { formatDay, formatKilos, plural } from '#web/kit/format.ts'
import { useOpened } from '#web/kit/page/opened-pages.ts'
import { headingId, usePageTitle } from '#web/kit/page/page.tsx'
import classes from './order-head.module.css'

export type HeadFacts = {
  /** T-1042 */
  number: string
  /** '' for those whose own order it is. */
  customer: string
  status: Status
  lateDays: number
  failed: boolean
  wishedDay: number
  /** `ti 24.11. 14.00`; '' for none. */
  promised: string
  pieces: number
  kilos: number
}
type Props = {
  facts: HeadFacts
  actions?: ReactNode
  /** The place in the list that it was opened from, and the way to the next ones. */
  walk?: ReactNode
  /** Who ordered. */
  orderer?: ReactNode
  /** Who else is looking. */
  viewers?: ReactNode
}

/** What the order is, how it stands, and its next step. */
export function OrderHead({ facts, actions, walk, orderer, viewers }: Props) {
  const { number, customer, status, lateDays, failed, wishedDay, promised, pieces, kilos } = facts
  usePageTitle(`Tilaus ${number}`)
  useOpened(number, customer || 'Tilaus')
  const view = walk ? lastListView() : null
  return (
    <header className={classes.head}>
      <nav className={classes.way} aria-label="Sijainti">
        <Link to="/tilaukset">Tilaukset</Link>
        <IconChevronRight size={14} aria-hidden />
        {view && (
          <>
            <Link to="/tilaukset" search={view.search}>
              {view.label}
            </Link>
            <IconChevronRight size={14} aria-hidden />
          </>
        )}
        <span aria-current="page">{number}</span>
        {walk && <div className={classes.walk}>{walk}</div>}
      </nav>
      <div className={classes.line}>
        <h1 id={headingId} className={classes.title} tabIndex={-1}>
          <span className={classes.spoken}>Tilaus </span>
          {number}
        </h1>
        {customer && <span className={classes.customer}>{customer}</span>}
        <OrderBadge status={status} lateDays={lateDays} size="lg" failed={failed || undefined} />
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      <div className={classes.facts}>
        {wishedDay > 0 ? (
          <span>
            Toivottu <strong data-late={lateDays > 0 || undefined}>{formatDay(wishedDay)}</strong>
          </span>
        ) : (
          status !== 'peruutettu' && <span>Ei toivottua päivää</span>
        )}
        {promised && (
          <span>
            Luvattu <strong>{promised}</strong>
          </span>
        )}
        {pieces > 0 && (
          <span>
            <strong>{plural(pieces, 'kolli', 'kollia')}</strong>
            {kilos > 0 && (
              <>
                , <strong>{formatKilos(kilos)}</strong>
              </>
            )}
          </span>
        )}
        {orderer}
        {viewers}
      </div>
    </header>
  )
}
