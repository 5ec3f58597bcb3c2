import type { z } from 'zod'
import type { publicHolidaysCall } from '#domain/features/settings/public-holidays.ts'

type Input = z.output<typeof publicHolidaysCall.input>
type Answer = z.input<typeof publicHolidaysCall.output>

export async function publicHolidayList({ min, max, simple, fields }: Input): Promise<Answer> {
  // Imported at the first request: the library contains the holidays of the whole world, some 40 MB of memory.
  const { publicHolidays } = await import('#domain/values/time/public-holidays.ts')
  const found = publicHolidays(min, max)
  const data = simple
    ? [...new Set(found.map(({ paiva }) => paiva))]
    : found.map((holiday) => Object.fromEntries(fields.map((field) => [field, holiday[field]])))
  return { data, meta: { count: data.length } }
}
