import { z } from 'zod'
import { administratorsRead, defineCall, type OutputOf } from '../../../model/define-call.ts'
import { keyOf } from '../../../values/key-of.ts'
import { missingSellerLabels } from '../seller.ts'

/** What the screen of invoicing offers before sending. */
export const accountingSystemsCall = defineCall({
  method: 'GET',
  path: '/api/laskutusjarjestelmat',
  roles: ['yllapito'],
  reads: administratorsRead(),
  input: z.strictObject({}),
  output: z.strictObject({
    /** Whether the operator has configured it; without it the call writes Finvoice files into the outbox. */
    fivaldi: z.boolean(),
    talenom: z.boolean(),
    /** What the company's settings lack for an invoice; nothing is sent before it is given. */
    puuttuu: z.array(keyOf(missingSellerLabels)),
  }),
})
export type AccountingSystems = OutputOf<typeof accountingSystemsCall>
