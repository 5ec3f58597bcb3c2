import { queryOptions, useQuery } from '@tanstack/react-query'
import { publicHolidaysCall } from '#domain/features/settings/public-holidays.ts'
import { addMonths, midnightOf, startOfDay, weekdayOf } from '#domain/values/time/time.ts'
import { callApi } from '#web/data/api-call.ts'
import { queryKeys } from '#web/data/query-keys.ts'
import { nowSeconds } from '#web/session/clock.ts'

/** ISO day → the holiday's name. */
export type Holidays = ReadonlyMap<string, string>

// Covers the days that can be wished and the months that a calendar can show.
const monthsBack = 12
const monthsAhead = 25

const holidaysQuery = (today: number) =>
  queryOptions({
    queryKey: queryKeys.call(publicHolidaysCall.path, today),
    queryFn: async ({ signal }): Promise<Holidays> => {
      const range = { min: addMonths(today, -monthsBack), max: addMonths(today, monthsAhead), simple: false }
      const { data } = await callApi(publicHolidaysCall, { ...range, fields: ['date', 'name'] }, { signal })
      return new Map(data.flatMap((day) => (typeof day === 'object' && day.date && day.name ? [[day.date, day.name] as const] : [])))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

const none: Holidays = new Map()

/** Finland's public holidays around today; empty until they have been fetched. */
export const useHolidays = (): Holidays => useQuery(holidaysQuery(startOfDay(nowSeconds()))).data ?? none

const weekend: Readonly<Record<number, string>> = { 6: 'lauantai', 7: 'sunnuntai' }

/** A sentence saying why a day is not a working day; empty when it is one. */
export function dayOffText(isoDay: string, holidays: Holidays): string {
  const holiday = holidays.get(isoDay)
  if (holiday) return `Päivä on pyhäpäivä: ${holiday.toLocaleLowerCase('fi')}.`
  const name = weekend[weekdayOf(midnightOf(isoDay))]
  return name ? `Päivä on ${name}.` : ''
}
