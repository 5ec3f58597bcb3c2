import { queryOptions, useQuery } from '@tanstack/react-query'
import { settingsCall } from '#domain/features/settings/company-settings.ts'
import { type Settings, settingsFrom } from '#domain/features/settings/settings.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'

/** What the company has set, for administrators. */
export const settingsQuery = queryOptions({
  queryKey: queryKeys.call(settingsCall.path),
  queryFn: async ({ signal }): Promise<{ values: Settings; versio: number }> => {
    const { values, versio } = await callApi(settingsCall, {}, { signal })
    return { values: settingsFrom(values), versio }
  },
})

/** The payment term of new customers; null until it is known. */
export function usePaymentTerm(): number | null {
  const { data, isPending } = useQuery(settingsQuery)
  return isPending ? null : (data?.values ?? settingsFrom({})).maksuehto
}
