import { queryOptions } from '@tanstack/react-query'
import { shiftCalendarCall } from '#domain/features/shifts/shift-data.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'

/** Everything that the calendar shows of the days from `min` to `max`. The warnings it computes itself, also of what is not saved yet. */
export const shiftCalendarQuery = ({ min, max }: { min: number; max: number }) =>
  queryOptions({
    queryKey: queryKeys.call(shiftCalendarCall.path, { min, max }),
    queryFn: async ({ signal }) => {
      const input = { operation: 'OPERATION_GET_ALL_DATA', huomautukset: false, min, max } as const
      return (await callApi(shiftCalendarCall, input, { signal })).data
    },
  })
