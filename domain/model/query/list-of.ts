import { z } from 'zod'

/** The answer of a call that gives a list: its rows, and how many there are in all. */
export const listOf = <S extends z.ZodType>(row: S) => z.strictObject({ data: z.array(row), meta: z.strictObject({ count: z.number() }) })
