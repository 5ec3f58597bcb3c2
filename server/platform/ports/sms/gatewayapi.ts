import { z } from 'zod'
import { smsParts } from '#domain/features/sms/sms-parts.ts'
import { basicAuthorization, callProvider } from './provider-call.ts'
import type { SmsDelivery, SmsPort } from './sms.ts'

const sent = z.object({ ids: z.array(z.union([z.number(), z.string()])).min(1) })
const status = z.object({ recipients: z.array(z.object({ dsnstatus: z.string().nullish(), dsnerror: z.string().nullish() })) })
/** Final states of messages that were not delivered. */
const failures = new Set(['UNDELIVERABLE', 'EXPIRED', 'REJECTED', 'SKIPPED', 'DELETED'])

/** https://gatewayapi.com/docs/apis/rest/ (rules/integrations.md#sms) */
export function gatewayApi({ base, token, sender }: { base: string; token: string; sender: string }): SmsPort {
  const authorization = basicAuthorization(token, '')
  return {
    name: 'GatewayAPI',
    async send({ to, text }) {
      const json = {
        ...(sender === '' ? {} : { sender }),
        message: text,
        encoding: smsParts(text).encoding === 'gsm7' ? 'UTF8' : 'UCS2',
        recipients: [{ msisdn: Number(to.replace('+', '')) }],
      }
      const { ids } = sent.parse(await callProvider({ url: `${base}/rest/mtsms`, authorization, json }))
      return { state: 'sent', providerId: String(ids[0]) }
    },
    async delivery(id): Promise<SmsDelivery | null> {
      const answer = await callProvider({ url: `${base}/rest/mtsms/${encodeURIComponent(id)}`, authorization, method: 'GET' })
      const [receiver] = status.parse(answer).recipients
      const state = receiver?.dsnstatus ?? ''
      if (state === 'DELIVERED') return { state: 'delivered' }
      return failures.has(state) ? { state: 'failed', reason: [state, receiver?.dsnerror].filter(Boolean).join(': ') } : null
    },
    async test() {
      await callProvider({ url: `${base}/rest/me`, authorization, method: 'GET' })
    },
  }
}
