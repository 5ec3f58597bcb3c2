import { z } from 'zod'
import { administratorsRead, defineCall } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'
import { lastMoment } from '../../values/time/time.ts'

/** Whether a list applies on a day, by the rule that `listFor` chooses with. */
export const validityStates = { tulossa: 'Tulossa', voimassa: 'Voimassa nyt', paattynyt: 'Päättynyt' } as const
export type ValidityState = keyof typeof validityStates

/** The newest lists are answered; the register says nothing of the validity of older ones. */
export const maxValidities = 5000

/** When each price list applies (rules/prices.md#validity). */
export const priceListValidityCall = defineCall({
  method: 'GET',
  path: '/api/hinnasto/voimassaolo',
  roles: ['yllapito'],
  reads: administratorsRead('hinnasto'),
  input: z.strictObject({
    /** A midnight in Helsinki; 0 is today. */
    paiva: z.coerce.number<string | number>('Päivä on aika sekunteina.').int('Päivä on aika sekunteina.').min(0).max(lastMoment).default(0),
  }),
  output: listOf(
    z.strictObject({
      id: z.uuid(),
      tila: z.enum(Object.keys(validityStates) as ValidityState[]),
      /** The day from which another list of the same customer, or another default list, applies instead; 0 when there is none. */
      paattyy: z.number(),
    }),
  ),
})

/** The state of a list whose successor starts on `paattyy`. */
export function validityOn(day: number, { voimassa_alkaen, paattyy }: { voimassa_alkaen: number; paattyy: number | null }): ValidityState {
  // A list with the same start day as its successor never applies.
  if (paattyy !== null && (paattyy <= day || paattyy === voimassa_alkaen)) return 'paattynyt'
  return voimassa_alkaen > day ? 'tulossa' : 'voimassa'
}
