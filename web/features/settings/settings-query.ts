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

/** The fields of a new customer that the company has set; null until they are known. */
export function useCustomerDefaults(): Pick<Settings, 'maksuehto' | 'saa_jattaa'> | null {
  const { data, isPending } = useQuery(settingsQuery)
  if (isPending) return null
  const { maksuehto, saa_jattaa } = data?.values ?? settingsFrom({})
  return { maksuehto, saa_jattaa }
}
