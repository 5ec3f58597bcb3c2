/** A text to one receiver. `id` is the same over retries. */
export type TextMessage = { id: string /** E.164 */; to: string; text: string }

/** `sent`: the provider has taken it. `stored`: no provider is chosen, and it is only kept. */
export type SmsOutcome = { state: 'sent'; providerId: string } | { state: 'stored' }

/** What became of a message that the provider took; null while it does not know. */
export type SmsDelivery = { state: 'delivered' } | { state: 'failed'; reason: string }

/**
 * Sends text messages. `send` throws SmsRefusal when the provider will never take the message, and any other error when it may be tried again
 * later; a message whose answer was lost is sent twice rather than not at all (decision 59).
 */
export type SmsPort = {
  /** As people read it: "GatewayAPI". */
  name: string
  send: (message: TextMessage) => Promise<SmsOutcome>
  /** Undefined when the provider cannot be asked. */
  delivery?: (providerId: string) => Promise<SmsDelivery | null>
  /** Tries the credentials without sending anything; throws when they are refused. */
  test: () => Promise<void>
}

/** The provider refuses this message; the reason is shown to administrators. */
export class SmsRefusal extends Error {
  override name = 'SmsRefusal'
}
