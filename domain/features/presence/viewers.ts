import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'

/** A page says this often (seconds) that it is still open. */
export const viewingInterval = 25
/** Somebody whose page has not said so for this long (seconds) is not looking any more. */
export const viewingLasts = 60
/** Who has said on a page that they are changing it counts as changing for this long (seconds), whatever their other pages say. */
export const changingLasts = 30

/** Ours: says that the viewer has a page open, or has left it, and answers who else has (rules/orders.md#who-is-looking). */
export const viewersCall = defineCall({
  method: 'POST',
  path: '/api/katselijat',
  roles: ['yllapito'],
  input: z.strictObject({
    /** The shift calendar, or the id of an order. */
    sivu: z.union([z.literal('tyovuorot'), z.uuid().toLowerCase()], 'sivu on tyovuorot tai tilauksen tunniste.'),
    /** False when the page is left. */
    katselee: z.boolean('katselee on true tai false.').default(true),
    /** Whether the person is changing what the page shows. */
    muuttaa: z.boolean('muuttaa on true tai false.').default(false),
  }),
  output: z.strictObject({
    /** The other people, by name. */
    data: z.array(z.strictObject({ id: z.uuid(), nimi: z.string(), muuttaa: z.boolean() })),
  }),
})
export type PageViewer = OutputOf<typeof viewersCall>['data'][number]
