import { queryOptions } from '@tanstack/react-query'
import { similarCustomersCall } from '#domain/features/customers/similar-customers.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'

type ComparedCustomer = { nimi: string; y_tunnus: string; ohita?: string }

export const similarQuery = (compared: ComparedCustomer) =>
  queryOptions({
    queryKey: queryKeys.call(similarCustomersCall.path, compared),
    queryFn: ({ signal }) => callApi(similarCustomersCall, compared, { signal, quiet: [0] }),
  })
