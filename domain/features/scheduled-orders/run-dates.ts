import { z } from 'zod'
import type { RunDay } from '../../values/time/run-days.ts'

/** One of the next days: local midnight, unix seconds. */
export const runDate = z.strictObject({ paiva: z.number(), ohitettu: z.boolean() })

export const runDatesOf = (days: readonly RunDay[]): z.output<typeof runDate>[] =>
  days.map(({ day, isSkipped }) => ({ paiva: day, ohitettu: isSkipped }))
