import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'

/** A page says this often (seconds) that it is still open. */
export const viewingInterval = 25
/** Somebody whose page has not said so for this long (seconds) is not looking any more. */
export const viewingLasts = 60

/** Ours: says that the viewer is looking at an order, or has left it, and answers who else is (rules/orders.md#who-is-looking). */
export const orderViewersCall = defineCall({
  method: 'POST',
  path: '/api/tilaus/katselijat',
  roles: ['yllapito'],
  input: z.strictObject({
    id: z.uuid('Tilauksen tunniste (id) on UUID.').toLowerCase(),
    /** False when the page is left. */
    katselee: z.boolean('katselee on true tai false.').default(true),
  }),
  output: z.strictObject({
    /** The other people, by name. */
    data: z.array(z.strictObject({ id: z.uuid(), nimi: z.string() })),
  }),
})
export type OrderViewer = OutputOf<typeof orderViewersCall>['data'][number]
