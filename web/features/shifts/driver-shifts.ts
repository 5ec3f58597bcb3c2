import { queryOptions } from '@tanstack/react-query'
import { driverShiftsCall } from '#domain/features/shifts/driver-shifts.ts'
import { callApi } from '#web/data/api-call.ts'
import { storedRead } from '#web/data/device/stored-reads.ts'
import { queryKeys } from '#web/data/query-keys.ts'

/** The driver's own published shifts of the next two weeks; stored on the device. */
export const driverShiftsQuery = queryOptions({
  queryKey: queryKeys.call(driverShiftsCall.path),
  queryFn: async ({ signal }) => (await callApi(driverShiftsCall, {}, { signal })).data,
  ...storedRead,
})
