import { z } from 'zod'

/** Ids in a GET's query: a comma-separated list, or a repeated parameter. */
export const idQuery = (name: string, max: number) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((input) => [input].flat().flatMap((part) => part.split(',')))
    .pipe(z.array(z.uuid(`Tunniste (${name}) on UUID.`).toLowerCase()).max(max, `Kysy enintään ${max} tunnistetta kerrallaan.`))
