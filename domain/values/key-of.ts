import { z } from 'zod'

/** One of a table's keys. */
export const keyOf = <K extends string>(table: Readonly<Record<K, string>>) => z.enum(Object.keys(table) as K[])
