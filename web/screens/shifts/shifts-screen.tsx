import { Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { startOfDay } from '#domain/values/time/time.ts'
import { shiftCalendarQuery } from '#web/features/shifts/shift-calendar.ts'
import { Page } from '#web/kit/page/page.tsx'
import { usePageSearch } from '#web/kit/page/page-search.ts'
import { useNow } from '#web/kit/page/use-now.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { Calendar } from './calendar.tsx'
import { rangeOf } from './calendar-range.ts'
import { useShiftChanges } from './changes/use-shift-changes.ts'
import classes from './shifts.module.css'
import { RangeTools } from './toolbar.tsx'

const skeletonRows = Array.from({ length: 14 }, (_, row) => row)

/** The shift calendar: drivers × days. */
export function ShiftsScreen() {
  const { search } = usePageSearch()
  const today = startOfDay(useNow())
  const range = rangeOf(search, today)
  const query = shiftCalendarQuery({ min: range.first, max: range.days.at(-1) ?? range.first })
  const { data, isError, isPlaceholderData, refetch } = useQuery({ ...query, placeholderData: keepPreviousData })
  // The days of the earlier range are no longer shown: its shifts would fall outside of the calendar.
  const stored = isPlaceholderData ? undefined : data
  // Kept here, so that a change can be undone after other weeks were looked at.
  const changes = useShiftChanges(stored, query.queryKey)
  if (changes.shown) return <Calendar key={range.weeks} {...{ data: changes.shown, changes, range, today }} queryKey={query.queryKey} />
  return (
    <div className={classes.frame}>
      <Page title="Työvuorot" width="list" detail={<RangeTools range={range} now={today} />}>
        {isError ? (
          <ErrorState retry={() => void refetch()} />
        ) : (
          <div className={classes.skeleton} aria-hidden>
            <Skeleton height={90} />
            {skeletonRows.map((row) => (
              <Skeleton key={row} height={38} />
            ))}
          </div>
        )}
      </Page>
    </div>
  )
}
