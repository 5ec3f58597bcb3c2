import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { cancelWaybillPrintCall, waybillPrintsCall } from '#domain/features/waybills/print-calls.ts'
import type { BackgroundJob } from '#domain/model/background-job.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { isUnderWay } from '#web/kit/dialogs/background-task.tsx'

const pollInterval = 700

/** The person's own prints of the last days, newest first; polled while one of them is running. */
const printsQuery = queryOptions({
  queryKey: queryKeys.call(waybillPrintsCall.path),
  queryFn: async ({ signal }) => (await callApi(waybillPrintsCall, {}, { signal, quiet: [0] })).data,
  refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? pollInterval : false),
})

export function usePrints(): {
  prints: readonly BackgroundJob[] | undefined
  /** The last request failed: the list, if any, may be old. */
  failed: boolean
  reread: () => Promise<void>
  cancel: (id: string) => Promise<void>
} {
  const client = useQueryClient()
  const { data, isError } = useQuery(printsQuery)
  const reread = () => client.invalidateQueries({ queryKey: printsQuery.queryKey })
  return {
    prints: data,
    failed: isError,
    reread,
    cancel: async (id) => {
      await callApi(cancelWaybillPrintCall, { id }).catch(() => undefined)
      await reread()
    },
  }
}
