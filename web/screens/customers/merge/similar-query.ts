import { queryOptions } from '@tanstack/react-query'
import { similarCustomersCall } from '#domain/features/customers/similar-customers.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'

type Compared = { nimi: string; y_tunnus: string; ohita?: string }

/** Customers that may be the same one as what is typed or shown. */
export const similarQuery = (compared: Compared) =>
  queryOptions({
    queryKey: queryKeys.call(similarCustomersCall.path, compared),
    queryFn: ({ signal }) => callApi(similarCustomersCall, compared, { signal, quiet: [0] }),
  })
