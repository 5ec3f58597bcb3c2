import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { pageOf } from '../../model/page-input.ts'
import { listOf } from '../../model/query/list-of.ts'

export const mailKinds = ['salasanan_palautus', 'kutsu', 'rahtikirja', 'seurantalinkki'] as const
/** `tallessa`: there is no mail server (SMTP_URL), and the words are kept here. */
export const mailStates = ['odottaa', 'lahetetty', 'tallessa', 'epaonnistui'] as const

/** Mail of the last 30 days, an order's of half a year, newest first. Without SMTP_URL this is where it ends up, links that let somebody in or follow an order left out. */
export const outgoingMailCall = defineCall({
  method: 'GET',
  path: '/api/lahteva_posti',
  roles: ['yllapito'],
  input: z.strictObject({ ...pageOf({ usual: 50, max: 250 }) }),
  output: listOf(
    z.strictObject({
      id: z.uuid(),
      luotu: z.number(),
      laji: z.literal(mailKinds),
      vastaanottaja: z.string(),
      /** The order whose waybills it has (`T-1042`) and who sent them; '' for other mail. */
      tilaus: z.string(),
      lahettaja: z.string(),
      tila: z.literal(mailStates),
      yrityksia: z.number(),
      lahetetty: z.number(),
      /** What the mail server said last. */
      virhe: z.string(),
      /** '' when it went out by SMTP: what it said is the receiver's. */
      aihe: z.string(),
      teksti: z.string(),
    }),
  ),
})
export type OutgoingMail = OutputOf<typeof outgoingMailCall>['data'][number]
