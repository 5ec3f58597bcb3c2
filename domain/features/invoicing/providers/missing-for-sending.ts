import { z } from 'zod'
import { defineCall, type OutputOf } from '../../../model/define-call.ts'
import { keyOf } from '../../../values/key-of.ts'
import { missingForSendingLabels } from '../plan-invoices.ts'
import { sentOrderIds } from '../send-invoices.ts'

/** Says, before anything is sent, which of the orders the chosen provider could not be sent, by the rules of the sending itself. */
export const missingForSendingCall = defineCall({
  method: 'POST',
  path: '/api/laskutus/puutteet',
  roles: ['yllapito'],
  input: z.strictObject({
    jarjestelma: z.enum(['fivaldi', 'talenom', 'finvoice'], 'Tuntematon laskutusjärjestelmä. Anna fivaldi, talenom tai finvoice.'),
    tilaus_ids: sentOrderIds,
  }),
  /** Only the orders that cannot be sent. `puuttuu` is empty where the reason is another one, which `message` says. */
  output: z.strictObject({
    puutteet: z.array(z.strictObject({ id: z.uuid(), puuttuu: z.array(keyOf(missingForSendingLabels)), message: z.string() })),
  }),
})
export type MissingForSendingAnswer = OutputOf<typeof missingForSendingCall>
