import { driversTodayCall } from '#domain/features/orders/drivers-today.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'

/** Who drives today, with car and load. */
export const driversToday = {
  queryKey: queryKeys.call(driversTodayCall.path),
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(driversTodayCall, {}, { signal }),
}
