import { queryOptions } from '@tanstack/react-query'
import { uninvoicedCustomersCall } from '#domain/features/invoicing/uninvoiced-customers.ts'
import { sumEuros } from '#domain/values/money.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'

const list = { puuttuu: 'ei_mitaan' } as const

/** The uninvoiced orders that lack nothing, and their sum without VAT: the tab "Valmiit" of invoicing. */
export const readyToInvoice = queryOptions({
  queryKey: queryKeys.call(uninvoicedCustomersCall.path, list),
  queryFn: ({ signal }) => callApi(uninvoicedCustomersCall, list, { signal }),
  select: ({ data, meta }) => ({ count: meta.count, sum: sumEuros(data.map(({ summa }) => summa)) }),
})
