import { z } from 'zod'

/** A zod schema for the keys of a table. */
export const keyOf = <K extends string>(table: Readonly<Record<K, string>>) => z.enum(Object.keys(table) as K[])
