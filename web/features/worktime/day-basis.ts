import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type DayBasis, dayBasis, dayBasisCall } from '#domain/features/worktime/own-day/day-basis.ts'
import { callApi } from '#web/data/api-call.ts'
import { storedState } from '#web/data/device/stored-reads.ts'
import { queryKeys } from '#web/data/query-keys.ts'

const dayBasisQuery = queryOptions({
  queryKey: queryKeys.call(dayBasisCall.path),
  queryFn: ({ signal }) => callApi(dayBasisCall, {}, { signal }),
  ...storedState,
})

const storedShape = dayBasis.strip()

/** The company's rules and the driver's own days, also without a network; null until the device has read them. */
export function useDayBasis(): DayBasis | null {
  const { data } = useQuery(dayBasisQuery)
  return useMemo(() => storedShape.safeParse(data).data ?? null, [data])
}
