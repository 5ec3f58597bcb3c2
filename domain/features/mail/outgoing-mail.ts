import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'
import { pageOf } from '../../model/query/page-input.ts'

export const mailKinds = [
  'salasanan_palautus',
  'kutsu',
  'rahtikirja',
  'seurantalinkki',
  'dokumentti_muistutus',
  'lasku',
  'palkka_aineisto',
  'toimitus',
  'tilausvahvistus',
  'myohastyminen',
] as const
/** `tallessa`: without a mail server (SMTP_URL), the text is stored here. */
export const mailStates = ['odottaa', 'lahetetty', 'tallessa', 'epaonnistui'] as const

/** Mail of the last 30 days, an order's of half a year, newest first. Without SMTP_URL it has the texts, except sign-in and tracking links. */
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
      /** The order whose waybills are attached (`T-1042`) and the sender; '' for other mail. */
      tilaus: z.string(),
      lahettaja: z.string(),
      tila: z.literal(mailStates),
      yrityksia: z.number(),
      lahetetty: z.number(),
      /** The latest answer of the mail server. */
      virhe: z.string(),
      /** '' for mail sent by SMTP, whose content is private. */
      aihe: z.string(),
      teksti: z.string(),
    }),
  ),
})
export type OutgoingMail = OutputOf<typeof outgoingMailCall>['data'][number]
