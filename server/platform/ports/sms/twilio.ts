import { z } from 'zod'
import { basicAuthorization, callProvider } from './provider-call.ts'
import type { SmsDelivery, SmsPort } from './sms.ts'

const sent = z.object({ sid: z.string() })
const status = z.object({ status: z.string(), error_code: z.number().nullish(), error_message: z.string().nullish() })

/** https://www.twilio.com/docs/messaging/api/message-resource (rules/integrations.md#sms) */
export function twilio({ base, account, token, sender }: { base: string; account: string; token: string; sender: string }): SmsPort {
  const authorization = basicAuthorization(account, token)
  const url = `${base}/2010-04-01/Accounts/${encodeURIComponent(account)}`
  return {
    name: 'Twilio',
    async send({ to, text }) {
      const form = { To: to, From: sender, Body: text }
      const { sid } = sent.parse(await callProvider({ url: `${url}/Messages.json`, authorization, form }))
      return { state: 'sent', providerId: sid }
    },
    async delivery(sid): Promise<SmsDelivery | null> {
      const answer = await callProvider({ url: `${url}/Messages/${encodeURIComponent(sid)}.json`, authorization, method: 'GET' })
      const { status: state, error_code, error_message } = status.parse(answer)
      if (state === 'delivered') return { state: 'delivered' }
      if (state !== 'undelivered' && state !== 'failed') return null
      return { state: 'failed', reason: [state, error_code, error_message].filter(Boolean).join(' ') }
    },
    async test() {
      await callProvider({ url: `${url}.json`, authorization, method: 'GET' })
    },
  }
}
