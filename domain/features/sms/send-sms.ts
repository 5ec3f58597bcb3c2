import { z } from 'zod'
import { defineCall, type OutputOf } from '../../model/define-call.ts'
import { area } from '../../model/define-field.ts'
import { operationResults } from '../../model/operation-results.ts'
import { parseField } from '../../model/validation.ts'
import { maxParts, smsParts } from './sms-parts.ts'

const maxReceivers = 500
const receiversLimit = `Viestin voi lähettää kerralla enintään ${maxReceivers} vastaanottajalle.`

/** Why a message cannot be sent to this many users at once; null when it can. */
export const receiversFault = (count: number): string | null => (count > maxReceivers ? receiversLimit : null)

const message = area('Viesti', { required: true, max: 1000 })

/** The text as it is sent: trimmed and in Unicode NFC, which has fewer characters (rules/values.md#text). */
export const messageText = z.string('Kirjoita viesti.').transform((text, context) => {
  const parsed = parseField(message, text)
  if ('fault' in parsed || typeof parsed.value !== 'string') {
    context.addIssue('fault' in parsed ? parsed.fault : 'Kirjoita viesti.')
    return z.NEVER
  }
  if (smsParts(parsed.value).parts > maxParts) {
    context.addIssue(`Viesti on liian pitkä: siinä saa olla enintään ${maxParts} osaa.`)
    return z.NEVER
  }
  return parsed.value
})
const users = z
  .array(z.uuid('Käyttäjän tunniste on UUID.').toLowerCase(), 'Anna vastaanottajien luettelo (users).')
  .min(1, 'Valitse vastaanottaja.')
  .max(maxReceivers, receiversLimit)
  .transform((ids) => [...new Set(ids)])

/** Queues the message for each user who has a mobile number; each of the others has a failed result. */
export const sendSmsCall = defineCall({
  method: 'POST',
  path: '/api/sms',
  roles: ['yllapito'],
  input: z.strictObject({ users, message: messageText }),
  output: operationResults,
})

/** The receivers of a message to these users, and the number of messages that the company may still send today. */
export const smsReceiversCall = defineCall({
  method: 'POST',
  path: '/api/sms/vastaanottajat',
  roles: ['yllapito'],
  input: z.strictObject({ users }),
  output: z.strictObject({
    data: z.array(
      z.strictObject({
        id: z.uuid(),
        name: z.string(),
        /** E.164; '' when there is none. */
        puhelin: z.string(),
        /** Why no message can be sent to the user; '' when it can. */
        este: z.string(),
      }),
    ),
    jaljella: z.number(),
  }),
})
export type SmsReceiver = OutputOf<typeof smsReceiversCall>['data'][number]
