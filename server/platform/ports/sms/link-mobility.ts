import { z } from 'zod'
import { basicAuthorization, callProvider } from './provider-call.ts'
import { areCredentialsRefused, type SmsPort, SmsRefusal } from './sms.ts'

const resultQueued = 1005
const answerSchema = z.object({ messageId: z.string(), resultCode: z.number(), description: z.string().nullish() })

type LinkAccount = { base: string; user: string; password: string; platformId: string; platformPartnerId: string; sender: string }

/** https://www.linkmobility.com/developers (rules/integrations.md#sms). Deliveries cannot be queried: it only calls an address that its support sets up (decision 59). */
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
      const { messageId, resultCode, description } = answerSchema.parse(await send(to, text))
      if (resultCode !== resultQueued) throw new SmsRefusal(`${resultCode} ${description ?? ''}`.trim())
      return { state: 'sent', providerId: messageId }
    },
    // It has no call for testing: a message without a receiver is refused with 400 after the credentials have been accepted.
    async test() {
      await send('', '').catch((error: unknown) => {
        if (!(error instanceof SmsRefusal) || areCredentialsRefused(error)) throw error
      })
    },
  }
}
