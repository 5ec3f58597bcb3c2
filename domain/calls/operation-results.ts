import { z } from 'zod'

/** The ids that an operation is done to: each once, however often it is given. */
export const operationIds = z
  .array(z.uuid('Tunniste (id) on UUID.'), 'Anna tunnisteiden luettelo (ids).')
  .min(1, 'Valitse ainakin yksi tilaus.')
  .max(500, 'Valitse enintään 500 tilausta kerrallaan.')
  .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))])

/** The answer of an operation: a row for each id (RULES section 1). `message` says why a row failed. */
export const operationResults = z.strictObject({
  success: z.literal(true),
  results: z.array(z.strictObject({ id: z.uuid(), success: z.boolean(), message: z.string().optional() })),
})
export type OperationResults = z.output<typeof operationResults>
