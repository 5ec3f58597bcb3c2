import { driversTodayCall } from '#domain/calls/drivers-today.ts'
import { ask } from '../data/api-call.ts'
import { queryKeys } from '../data/query-keys.ts'

/** Who drives today, with car and load. */
export const driversToday = {
  queryKey: queryKeys.call(driversTodayCall.path),
  queryFn: ({ signal }: { signal: AbortSignal }) => ask(driversTodayCall, {}, { signal }),
}
