import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import {
  type BellChoices,
  type BellEntry,
  notificationOperationsCall,
  notificationsCall,
} from '#domain/features/notifications/notifications.ts'
import { callApi } from '#web/data/api-call.ts'
import { CallFault } from '#web/data/fault.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { useAction } from '#web/data/use-action.ts'
import { useOptimisticMutation } from '#web/data/use-optimistic-mutation.ts'

/** A notification begins and ends by the clock, without a change that would be told (milliseconds). */
const rereadInterval = 5 * 60_000

/** Changes of others reread it, as they do every /api list (web/data/live). */
const bellQuery = queryOptions({
  queryKey: queryKeys.call(notificationsCall.path),
  // The bell stands on every page: that it could not be read is no reason for a toast.
  queryFn: ({ signal }) => callApi(notificationsCall, {}, { signal, quiet: [0, 429, 500, 502, 503, 504] }),
  refetchInterval: rereadInterval,
})

/** What the person's bell shows, and what can be done about it. */
export function useBell() {
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(bellQuery)
  const reread = useCallback(() => rereadAfterChange('notification'), [])
  const { mutate, changes } = useOptimisticMutation<unknown, readonly string[]>({
    mutationFn: (ids) => callApi(notificationOperationsCall, { operation: 'dismiss', ids: [...ids] }),
    inParallel: true,
    reread,
  })
  const {
    run: choose,
    isRunning: isChoosing,
    variables: chosen,
  } = useAction({
    mutationFn: (choices: BellChoices) => callApi(notificationOperationsCall, { operation: 'asetukset', ...choices }),
    onSettled: () => client.invalidateQueries({ queryKey: bellQuery.queryKey }),
  })
  const dismissed = new Set(changes.flatMap(({ change }) => change))
  const entries: readonly BellEntry[] | undefined = data?.data.filter(({ id }) => !dismissed.has(id))
  return {
    entries,
    /** Null for those who have nothing to choose. */
    choices: (isChoosing ? chosen : null) ?? data?.meta.asetukset ?? null,
    failed: isError && !data,
    retry: () => void refetch(),
    dismiss: (ids: readonly string[]): void => {
      mutate(ids).catch((failure: unknown) => {
        if (!(failure instanceof CallFault)) throw failure
      })
    },
    choose,
  }
}
