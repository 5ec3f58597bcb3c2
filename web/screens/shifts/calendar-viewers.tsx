import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { calendarViewersCall } from '#domain/features/presence/calendar-viewers.ts'
import { viewingInterval } from '#domain/features/presence/order-viewers.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { Viewers } from '#web/features/presence/viewers.tsx'

/** Nobody needs to hear that this failed: the calendar works without it. */
const quiet = [0, 403, 404, 429, 500, 502, 503]

/** Who else has the calendar open, and who is changing it. Reading it says so of this page; a hidden page says nothing. */
export function CalendarViewers({ muuttaa }: { muuttaa: boolean }) {
  const { data } = useQuery({
    queryKey: queryKeys.call(calendarViewersCall.path, { muuttaa }),
    queryFn: ({ signal }) => callApi(calendarViewersCall, { katselee: true, muuttaa }, { signal, quiet }),
    placeholderData: (before) => before,
    refetchInterval: viewingInterval * 1000,
    gcTime: 0,
    retry: false,
  })
  useEffect(
    () => () => {
      callApi(calendarViewersCall, { katselee: false, muuttaa: false }, { quiet }).catch(() => undefined)
    },
    [],
  )
  return <Viewers people={data?.data ?? []} />
}

/** Milliseconds for which a change counts as changing. */
const changingLasts = 30_000

/** Whether the person has just changed something: `said` is the text about the last change. */
export function useJustChanged(said: string): boolean {
  const [over, setOver] = useState(said)
  useEffect(() => {
    const timer = setTimeout(() => setOver(said), changingLasts)
    return () => clearTimeout(timer)
  }, [said])
  return said !== over
}
