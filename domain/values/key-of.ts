import { z } from 'zod'

/** A zod schema for the keys of a table. */
export const keyOf = <K extends string>(table: Readonly<Record<K, string>>) => z.enum(Object.keys(table) as K[])

/** The value when it is a key of the table, otherwise the other key. */
export const keyIn = <K extends string>(table: Readonly<Record<K, string>>, value: unknown, otherwise: NoInfer<K>): K =>
  Object.keys(table).find((key): key is K => key === value) ?? otherwise
