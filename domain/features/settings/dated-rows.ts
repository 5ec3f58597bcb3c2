import { z } from 'zod'
import { firstValidDay, startOfDay } from '../../values/time/time.ts'

/** A row of a table of rules: it holds from the start of a day (unix seconds) until the next row's day. */
export type DatedRow = { alkaen: number }

const maxRows = 50

/** The day from which a row holds; any moment of the day is accepted, and its start is stored. */
export const startDay = z.int().min(firstValidDay).transform(startOfDay)

/** A table of rules by day: at least one row, no two of the same day, stored with the earliest first. */
export const datedRows = <R extends DatedRow>(row: z.ZodType<R>) =>
  z
    .array(row)
    .min(1)
    .max(maxRows)
    .refine((rows) => new Set(rows.map(({ alkaen }) => alkaen)).size === rows.length)
    .transform((rows) => rows.toSorted((a, b) => a.alkaen - b.alkaen))

/** The row that holds at a moment: the latest that has begun; before the first one, the first. */
export const rowAt = <R extends DatedRow>(rows: readonly R[], at: number): R | undefined =>
  rows.findLast(({ alkaen }) => alkaen <= at) ?? rows[0]
