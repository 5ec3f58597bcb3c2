import { queryOptions } from '@tanstack/react-query'
import { sessionsCall } from '#domain/features/users/sessions.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'

/** A person's open sessions, the last used first. */
export const sessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeys.call(sessionsCall.path, userId),
    queryFn: ({ signal }) => callApi(sessionsCall, { user_id: userId }, { signal }),
  })
