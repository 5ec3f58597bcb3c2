import { Link } from '@tanstack/react-router'
import { addDays } from '#domain/values/time/time.ts'
import { useOrderCounts } from '#web/features/orders/list/order-counts.ts'
import { wishedOn } from '#web/features/orders/list/order-filters.ts'
import { formatCount, formatDay } from '#web/kit/format.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './week.module.css'

const days = 7

/** The open orders of today and the next six days as bars, each a link to the orders of its day. */
export function Week({ today }: { today: number }) {
  const all = Array.from({ length: days }, (_, ahead) => addDays(today, ahead))
  const counts = useOrderCounts(Object.fromEntries(all.map((day) => [String(day), wishedOn(day)])))
  const max = Math.max(1, ...Object.values(counts).map((count) => count ?? 0))
  return (
    <Section title="Avoimet tilaukset päivittäin">
      <div className={classes.week}>
        <ul className={classes.bars}>
          {all.map((day) => {
            const count = counts[String(day)]
            const shown = typeof count === 'number' ? formatCount(count) : '–'
            return (
              <li key={day}>
                <Link
                  to="/tilaukset"
                  search={{ paiva: String(day) }}
                  className={classes.day}
                  aria-label={`${formatDay(day)}: ${shown}`}
                  data-today={day === today || undefined}
                >
                  <span className={classes.count}>{shown}</span>
                  <span className={classes.track}>
                    <span className={classes.bar} style={{ height: `${Math.round(((count ?? 0) / max) * 100)}%` }} />
                  </span>
                  <span className={classes.name}>{formatDay(day)}</span>
                </Link>
              </li>
            )
          })}
        </ul>
      </div>
    </Section>
  )
}
