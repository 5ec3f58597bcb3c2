import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'
import { pageOf } from '../../model/query/page-input.ts'

/** Ours: the revisions of a row and of its lines, newest first (rules/history.md#change-history, "Muutoshistoria"). */
export const changeHistoryCall = defineCall({
  method: 'GET',
  path: '/api/muutoshistoria',
  roles: ['yllapito'],
  input: z.strictObject({
    /** JSON:API type, for example `tilaus_entity--tilaus_entity`. */
    tyyppi: z.string('Tyyppi puuttuu.').max(100),
    id: z.uuid('Tunniste (id) on UUID.').toLowerCase(),
    ...pageOf({ usual: 50, max: 250 }),
  }),
  output: listOf(
    z.strictObject({
      id: z.number(),
      aika: z.number(),
      /** The person who made the change; '' for the system itself. */
      kayttaja: z.string(),
      /** The entity's name in the registry, the row's id and its heading. */
      entiteetti: z.string(),
      rivi: z.uuid(),
      tunniste: z.string(),
      vid: z.number(),
      syy: z.string(),
      /** Field → old and new value. */
      muutokset: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
    }),
  ),
})
export type HistoryEntry = OutputOf<typeof changeHistoryCall>['data'][number]
