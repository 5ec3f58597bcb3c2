import { z } from 'zod'

/**
 * The stream of what changes (server-sent events). Each message `muutokset` is one batch; `alusta` says that the changes
 * since are too many or unknown, so that everything shown is to be read anew. A message's id is opaque and resumes after it.
 */
export const eventsPath = '/api/events'

const row = { type: z.string(), id: z.uuid() }

export const changeEvent = z.discriminatedUnion('laji', [
  z.strictObject({
    ...row,
    laji: z.enum(['luotu', 'muuttui']),
    vid: z.number(),
    /** When, unix seconds. */
    aika: z.number(),
    /** Done by the person whose stream this is. */
    oma: z.literal(true).optional(),
  }),
  // Removed, or no longer within reach; then nothing more is told of it.
  z.strictObject({ ...row, laji: z.literal('poistui'), oma: z.literal(true).optional() }),
])
export type ChangeEvent = z.output<typeof changeEvent>

export const changeBatch = z.strictObject({ tapahtumat: z.array(changeEvent) })
