import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'

/** Ours: says that the viewer is looking at the shift calendar or changing it, or has left it, and answers who else is (rules/shifts.md#who-is-looking). */
export const calendarViewersCall = defineCall({
  method: 'POST',
  path: '/api/tyovuoro/katselijat',
  roles: ['yllapito'],
  input: z.strictObject({
    /** False when the page is left. */
    katselee: z.boolean('katselee on true tai false.').default(true),
    muuttaa: z.boolean('muuttaa on true tai false.').default(false),
  }),
  output: z.strictObject({
    /** The other people, by name. */
    data: z.array(z.strictObject({ id: z.uuid(), nimi: z.string(), muuttaa: z.boolean() })),
  }),
})
export type CalendarViewer = OutputOf<typeof calendarViewersCall>['data'][number]
