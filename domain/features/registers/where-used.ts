import { z } from 'zod'
import { roles } from '../../access/roles.ts'
import { defineCall, type OutputOf } from '../../model/define-call.ts'

/** Uses are counted up to this; beyond it the answer only needs to show that there are many. */
export const maxUses = 1000

/** Uses of this many rows are counted together at most. */
export const maxUsedRows = 100

/**
 * Ours: the rows that refer to a row, or to any of several, among those that the caller may read and that are not removed. Requested
 * before a removal.
 */
export const whereUsedCall = defineCall({
  method: 'GET',
  path: '/api/kayttokohteet',
  roles,
  input: z.strictObject({
    /** JSON:API type, for example `auto_entity--auto_entity`. */
    tyyppi: z.string('Tyyppi puuttuu.').max(100),
    /** Ids separated by commas; duplicates are ignored. */
    id: z
      .string('Tunniste (id) puuttuu.')
      .toLowerCase()
      .transform((ids) => [...new Set(ids.split(','))])
      .pipe(z.array(z.uuid('Tunniste (id) on UUID.')).max(maxUsedRows, `Tunnisteita on enintään ${maxUsedRows}.`)),
  }),
  output: z.strictObject({
    data: z.array(
      z.strictObject({
        /** The entity's name in the registry, and its relation that refers to the row. */
        entiteetti: z.string(),
        suhde: z.string(),
        /** At most `maxUses`. */
        maara: z.number(),
      }),
    ),
  }),
})
export type RowUse = OutputOf<typeof whereUsedCall>['data'][number]
