import { type Connecting, postToPublic } from '../public-request.ts'
import type { PushKeys } from './push-keys.ts'

/** A subscription, with the values that the browser created. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }
/** `gone`: the browser is not subscribed any more. `refused`: the service will not take the message, and a retry would not help. */
export type PushOutcome = { state: 'sent' } | { state: 'gone' } | { state: 'refused'; status: number }
export type PushOptions = {
  /** Seconds for which the service keeps the message for a device without a network. */ ttl: number
  urgent: boolean
}
/** Sends a message to a device. Throws when it may be tried again later. */
export type PushPort = (target: PushTarget, payload: string, options: PushOptions) => Promise<PushOutcome>

/** The contact that push services require (VAPID `sub`): the support's mail address, otherwise the public address of this server. */
export function pushSubject({ mail, publicUrl }: { mail: string; publicUrl: string }): string {
  if (mail !== '') return `mailto:${mail}`
  // VAPID requires a contact even when none is configured.
  return publicUrl.startsWith('https:') ? publicUrl : 'https://kuorma.invalid'
}

type WebPush = {
  keys: PushKeys
  /** Returns the contact of `pushSubject`, which can change with the settings. */
  subject: () => Promise<string>
  connecting?: Connecting
}

/** Web push (RFC 8030, 8188, 8291, 8292). The library web-push encrypts and signs. It does not send, since it cannot check the address that it connects to. */
export const webPush =
  ({ keys, subject, connecting }: WebPush): PushPort =>
  async ({ endpoint, p256dh, auth }, payload, { ttl, urgent }) => {
    const { generateRequestDetails } = (await import('web-push')).default
    const vapidDetails = { subject: await subject(), ...keys }
    const { headers, body } = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails,
      TTL: ttl,
      urgency: urgent ? 'high' : 'normal',
      contentEncoding: 'aes128gcm',
    })
    const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    return outcomeOf(await postToPublic({ url: endpoint, headers: texts, body: body ?? Buffer.alloc(0) }, connecting))
  }

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { state: 'sent' }
  if (status === 404 || status === 410) return { state: 'gone' }
  if (status === 429 || status === 408 || status >= 500) throw new Error(`The push service answered ${status}`)
  return { state: 'refused', status }
}
