import { useQuery } from '@tanstack/react-query'
import { startOfDay } from '#domain/values/time/time.ts'
import { ConflictList } from '#web/features/conflicts/conflict-list.tsx'
import { useOrderCounts } from '#web/features/orders/list/order-counts.ts'
import { deliveredSince, late, open, unassigned, wishedOn } from '#web/features/orders/list/order-filters.ts'
import { formatDay, formatEuros } from '#web/kit/format.ts'
import { Page } from '#web/kit/page/page.tsx'
import { useNow } from '#web/kit/page/use-now.ts'
import classes from '../start.module.css'
import { Expiring } from './expiring.tsx'
import { OnShift } from './on-shift.tsx'
import { OpenDays } from './open-days.tsx'
import { readyToInvoice } from './ready-to-invoice.ts'
import { StopsToday } from './stops-today.tsx'
import { Tiles } from './tiles.tsx'
import { Undecided } from './undecided.tsx'
import { Week } from './week.tsx'

/** Today at a glance: figures as links to the lists that they count, what needs a decision, and who drives what and where. */
export function DispatcherStart() {
  const now = useNow()
  const today = startOfDay(now)
  const counts = useOrderCounts({
    open,
    today: wishedOn(today),
    unassigned,
    late: late(today),
    delivered: deliveredSince(today, today),
  })
  const ready = useQuery(readyToInvoice)
  return (
    <Page title="Tänään" detail={formatDay(now)} focus="heading">
      <Tiles
        tiles={[
          { label: 'Avoinna', count: counts.open, to: '/tilaukset' },
          { label: 'Tälle päivälle', count: counts.today, to: '/tilaukset?nakyma=tanaan' },
          { label: 'Ei kuljettajaa', count: counts.unassigned, to: '/tilaukset?nakyma=ei-kuljettajaa' },
          { label: 'Myöhässä', count: counts.late, to: '/tilaukset?nakyma=myohassa', urgent: true },
          {
            label: 'Valmiina laskuttaa',
            count: ready.data?.count ?? (ready.isError ? null : undefined),
            more: ready.data && formatEuros(ready.data.sum),
            to: '/laskuta?nakyma=valmiit',
          },
          { label: 'Toimitettu tänään', count: counts.delivered, to: '/arkisto?aika=tanaan' },
        ]}
      />
      <div className={classes.columns}>
        <div className={classes.sections}>
          <ConflictList />
          <Undecided now={now} />
          <OpenDays now={now} />
          <StopsToday today={today} />
        </div>
        <div className={classes.sections}>
          <OnShift />
          <Week today={today} />
          <Expiring today={today} />
        </div>
      </div>
    </Page>
  )
}
