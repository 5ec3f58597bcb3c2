import { z } from 'zod'

/**
 * The stream of changes (server-sent events). Each message `muutokset` is one batch; `alusta` says that the changes were too many or are
 * unknown, so that the client must refetch everything; `asetukset` that the company's settings have changed (`GET /config.json`). A message's id is opaque; the stream can be resumed after it.
 */
export const eventsPath = '/api/events'

const row = { type: z.string(), id: z.uuid() }

export const changeEvent = z.discriminatedUnion('laji', [
  z.strictObject({
    ...row,
    laji: z.enum(['luotu', 'muuttui']),
    vid: z.number(),
    /** The time of the change (unix seconds). */
    aika: z.number(),
    /** The change was made by the person whose stream this is. */
    oma: z.literal(true).optional(),
  }),
  // Removed, or no longer readable by the person, who then receives no further events about it.
  z.strictObject({ ...row, laji: z.literal('poistui'), oma: z.literal(true).optional() }),
])
export type ChangeEvent = z.output<typeof changeEvent>

export const changeBatch = z.strictObject({ tapahtumat: z.array(changeEvent) })
