import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { listOf } from '../../model/query/list-of.ts'
import { pageOf } from '../../model/query/page-input.ts'

export const smsKinds = { viesti: 'Viesti', uudet_tilaukset: 'Uudet tilaukset', tyovuorot: 'Työvuorot' } as const
export type SmsKind = keyof typeof smsKinds
/** `tallessa`: no provider is configured (SMS_PROVIDER), and the message is only stored. */
export const smsStates = {
  odottaa: 'Jonossa',
  lahetetty: 'Lähetetty',
  toimitettu: 'Toimitettu',
  tallessa: 'Tallessa, ei lähetetty',
  epaonnistui: 'Epäonnistui',
} as const
export type SmsState = keyof typeof smsStates

const keysOf = <K extends string>(words: Readonly<Record<K, string>>) => z.literal(Object.keys(words) as K[])

/** Text messages of the last 90 days, newest first. */
export const sentSmsCall = defineCall({
  method: 'GET',
  path: '/api/tekstiviestit',
  roles: ['yllapito'],
  input: z.strictObject({ ...pageOf({ usual: 50, max: 250 }) }),
  output: listOf(
    z.strictObject({
      id: z.uuid(),
      luotu: z.number(),
      laji: keysOf(smsKinds),
      vastaanottaja: z.strictObject({ id: z.uuid(), name: z.string() }),
      numero: z.string(),
      /** '' for messages that the system sends. */
      lahettaja: z.string(),
      teksti: z.string(),
      osia: z.number(),
      tila: keysOf(smsStates),
      yrityksia: z.number(),
      lahetetty: z.number(),
      toimitettu: z.number(),
      /** The error of the last failed attempt. */
      virhe: z.string(),
    }),
  ),
})
export type SentSms = OutputOf<typeof sentSmsCall>['data'][number]
