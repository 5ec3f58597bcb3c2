import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { startOfDay } from '#domain/values/time/time.ts'
import type { ShownLine } from '#web/features/orders/answered-lines.ts'
import { driverShiftsQuery } from '#web/features/shifts/driver-shifts.ts'
import { useListRows } from '#web/kit/list/list-rows.ts'
import { useFeature } from '#web/session/settings.ts'
import { dayStops, openJobs, openShipments } from '../driver-queries.ts'
import { jobAs, lineOfJob, lineOfShipment, shipmentAs, stopsOf } from '../stops.ts'
import { isShiftNow, openOrdersOf, type Visit, visitsOf, withoutStops } from './visits.ts'

/** Orders whose shipments are not split: a visit groups them by state. */
const nothingSplit: ReadonlySet<string> = new Set()

/** The driver's day from the reads that this device stores, with the steps that have not been sent applied on top. */
export function useDay(now: number, shown: ReadonlyMap<string, ShownLine>) {
  const today = startOfDay(now)
  const hasShifts = useFeature('tyovuorot')
  const stops = useQuery({ ...dayStops(today), enabled: hasShifts })
  const open = useListRows(useInfiniteQuery(openShipments(today, false)), lineOfShipment)
  const jobs = useQuery(openJobs(today, false))
  // Not shown here: the device has them when tomorrow begins without a network.
  useInfiniteQuery({ ...openShipments(today, true), notifyOnChangeProps: [] })
  useQuery({ ...openJobs(today, true), notifyOnChangeProps: [] })
  const allShifts = useQuery({ ...driverShiftsQuery, enabled: hasShifts }).data
  const visits = useMemo((): Visit[] => (stops.data ? visitsOf(stops.data, { now, shown }) : []), [stops.data, now, shown])
  const ordersAhead = useMemo(() => (stops.data ? openOrdersOf(stops.data) : []), [stops.data])
  const others = useMemo(() => {
    const lines = open.rows.map((line) => shipmentAs(line, shown.get(line.row.id)))
    const free = new Set(
      withoutStops(
        lines.map(({ row }) => row),
        visits,
      ).map(({ id }) => id),
    )
    const work = jobs.data
    return {
      stops: stopsOf(
        lines.filter(({ row }) => free.has(row.id)),
        nothingSplit,
        now,
      ),
      jobs: work ? withoutStops(work.rows, visits).map((row) => jobAs(lineOfJob(row, work.included), shown.get(row.id))) : [],
    }
  }, [open.rows, jobs.data, visits, shown, now])
  const shifts = allShifts?.filter((shift) => shift.tyyppi === 'TYOVUORO' && isShiftNow(shift, now)) ?? []
  const isKnown = (stops.data !== undefined || !hasShifts) && open.state === 'ready'
  const hasFailed = !isKnown && (stops.isError || open.state === 'failed')
  const readAt = stops.data ? Math.floor(stops.dataUpdatedAt / 1000) : null
  const retry = () => {
    if (hasShifts) void stops.refetch()
    if (open.state === 'failed') open.retry()
  }
  return { visits, others, ordersAhead, shifts, isKnown, hasFailed, isPaused: stops.isPaused, readAt, retry }
}
export type DriverDayWork = ReturnType<typeof useDay>
