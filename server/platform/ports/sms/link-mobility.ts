import { z } from 'zod'
import { basicAuthorization, callProvider } from './provider-call.ts'
import { type SmsPort, SmsRefusal } from './sms.ts'

const queued = 1005
const answered = z.object({ messageId: z.string(), resultCode: z.number(), description: z.string().nullish() })

type LinkAccount = { base: string; user: string; password: string; platformId: string; platformPartnerId: string; sender: string }

/** https://www.linkmobility.com/developers (rules/integrations.md#sms). It reports deliveries only to an address of its customer's, which we have not. */
export function linkMobility({ base, user, password, platformId, platformPartnerId, sender }: LinkAccount): SmsPort {
  const authorization = basicAuthorization(user, password)
  const send = (destination: string, userData: string) =>
    callProvider({
      url: `${base}/sms/send`,
      authorization,
      json: { source: sender, destination, userData, platformId, platformPartnerId, useDeliveryReport: false },
    })
  return {
    name: 'LINK Mobility',
    async send({ to, text }) {
      const { messageId, resultCode, description } = answered.parse(await send(to, text))
      if (resultCode !== queued) throw new SmsRefusal(`${resultCode} ${description ?? ''}`.trim())
      return { state: 'sent', providerId: messageId }
    },
    // It has no call that only looks: a message to nobody is refused with 400 once the credentials have been taken.
    async test() {
      await send('', '').catch((error: unknown) => {
        if (!(error instanceof SmsRefusal) || /^40[13]\b/.test(error.message)) throw error
      })
    },
  }
}
