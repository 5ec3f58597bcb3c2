import { z } from 'zod'

/** Ends the start with one sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

interface Setting<T extends z.ZodType = z.ZodType> {
  /** The environment variable. */
  name: string
  /** The default, as README shows it; empty without a default. */
  default: string
  meaning: string
  /** Completes "Asetus X ei kelpaa: anna …". */
  accepts: string
  /** Parses the text of the variable, or the default. */
  schema: T
}

export const setting = <T extends z.ZodType>(description: Setting<T>): Setting<T> => description

export const optional = <T extends z.ZodType>(schema: T) =>
  z
    .literal('')
    .transform(() => undefined)
    .or(schema)
export const webAddress = z.url({ protocol: /^https?$/, hostname: /^[^/]+$/ })
export const wholeNumber = (min: number, max: number) => z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(min).max(max))

export function readSetting<T extends z.ZodType>(description: Setting<T>, env: NodeJS.ProcessEnv): z.output<T> {
  // An empty variable counts as unset, as compose files and shells often cannot unset one.
  const result = description.schema.safeParse(env[description.name]?.trim() || description.default)
  // The value is not repeated: it may be a password.
  if (!result.success) throw new ConfigError(`Asetus ${description.name} ei kelpaa: anna ${description.accepts}.`)
  return result.data
}
