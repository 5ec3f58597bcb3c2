import { z } from 'zod'

/** Ids in a GET's query: a comma-separated list, or the name repeated. */
export const idQuery = (name: string, most: number) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat().flatMap((part) => part.split(',')))
    .pipe(z.array(z.uuid(`Tunniste (${name}) on UUID.`).toLowerCase()).max(most, `Kysy enintään ${most} tunnistetta kerrallaan.`))
