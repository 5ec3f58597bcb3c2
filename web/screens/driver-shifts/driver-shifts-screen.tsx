import { Skeleton } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { IconCalendarUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type DriverShift, readShiftsCall } from '#domain/features/shifts/driver-shifts.ts'
import { addDays, startOfDay } from '#domain/values/time/time.ts'
import { callApi } from '#web/data/api-call.ts'
import { useAction } from '#web/data/use-action.ts'
import { driverShiftsQuery } from '#web/features/shifts/driver-shifts.ts'
import { formatDay, formatSince, plural } from '#web/kit/format.ts'
import { Page } from '#web/kit/page/page.tsx'
import { useNow } from '#web/kit/page/use-now.ts'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { CalendarLink } from './calendar-link.tsx'
import classes from './driver-shifts.module.css'
import { ShiftCard } from './shift-card.tsx'

const daysAhead = 14

/** A driver's published shifts, two weeks ahead, today first. */
export function DriverShiftsScreen() {
  const now = useNow()
  const today = startOfDay(now)
  const { data, isError, isPaused, isFetching, dataUpdatedAt, refetch } = useQuery(driverShiftsQuery)
  const shifts = data?.filter(({ paiva }) => paiva >= today) ?? []
  const unread = shifts.filter(({ timestamp_luettu }) => timestamp_luettu === 0)
  const readAt = data ? Math.floor(dataUpdatedAt / 1000) : null
  useReading(unread, isFetching)
  return (
    <Page
      title="Työvuorot"
      focus="heading"
      detail={unread.length > 0 ? `${plural(unread.length, 'uusi tai muuttunut', 'uutta tai muuttunutta')}` : formatDay(now)}
      offline={
        readAt === null
          ? 'Ei verkkoyhteyttä, eikä vuoroja ole haettu tälle laitteelle. Ne tulevat, kun yhteys palaa.'
          : `Ei verkkoyhteyttä – näet vuorot, jotka haettiin ${formatSince(readAt, now)}.`
      }
      readAt={readAt}
    >
      {data ? (
        shifts.length === 0 ? (
          <EmptyState title="Ei julkaistuja vuoroja" icon={IconCalendarUser}>
            Kun ajojärjestely julkaisee vuorosi, ne tulevat tähän.
          </EmptyState>
        ) : (
          <Days shifts={shifts} today={today} />
        )
      ) : isError ? (
        <ErrorState retry={() => void refetch()} />
      ) : (
        !isPaused && ['a', 'b', 'c'].map((key) => <Skeleton key={key} height={112} radius="lg" mb={14} />)
      )}
      <CalendarLink />
    </Page>
  )
}

/**
 * What is on the screen is marked as read, in the version shown: the dispatcher sees that the driver knows. A page in the background and a
 * stored copy that is being refetched are not read. The marks stay in sight until the page is left.
 */
function useReading(unread: readonly DriverShift[], isFetching: boolean): void {
  const sent = useRef(new Set<string>())
  const visible = useDocumentVisibility() === 'visible'
  const { run } = useAction({
    mutationFn: (shifts: readonly DriverShift[]) => {
      const input = { ids: shifts.map(({ id }) => id), versiot: Object.fromEntries(shifts.map(({ id, vid }) => [id, vid])) }
      return callApi(readShiftsCall, input, { quiet: [0, 404, 409, 422, 503] })
    },
  })
  const ids = unread.map(({ id, vid }) => `${id} ${vid}`).join()
  const read = useEffectEvent(() => {
    const fresh = unread.filter(({ id, vid }) => !sent.current.has(`${id} ${vid}`))
    if (fresh.length === 0 || !navigator.onLine) return
    for (const { id, vid } of fresh) sent.current.add(`${id} ${vid}`)
    run(fresh)
  })
  useEffect(() => {
    if (ids !== '' && visible && !isFetching) read()
  }, [ids, visible, isFetching])
}

function Days({ shifts, today }: { shifts: readonly DriverShift[]; today: number }) {
  const days = Array.from({ length: daysAhead }, (_, day) => addDays(today, day))
  const later = [...new Set(shifts.map(({ paiva }) => paiva))].filter((paiva) => !days.includes(paiva))
  const withShift = [...days, ...later].filter((day) => day === today || shifts.some(({ paiva }) => paiva === day))
  return withShift.map((day) => {
    const ofDay = shifts.filter(({ paiva }) => paiva === day)
    const name = day === today ? `Tänään ${formatDay(day)}` : day === addDays(today, 1) ? `Huomenna ${formatDay(day)}` : formatDay(day)
    return (
      <section key={day} aria-label={name}>
        <h2 className={classes.day}>{name}</h2>
        {ofDay.length === 0 ? (
          <p className={classes.none}>Ei vuoroa</p>
        ) : (
          <ul className={classes.shifts}>
            {ofDay.map((shift) => (
              <li key={shift.id}>
                <ShiftCard shift={shift} />
              </li>
            ))}
          </ul>
        )}
      </section>
    )
  })
}
