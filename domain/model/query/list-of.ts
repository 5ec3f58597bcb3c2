import { z } from 'zod'

/** The answer of a call that returns a list: its rows and the total count. */
export const listOf = <S extends z.ZodType>(row: S) => z.strictObject({ data: z.array(row), meta: z.strictObject({ count: z.number() }) })
