/** A message to one receiver. `id` is the same in retries. */
export type TextMessage = { id: string /** E.164 */; to: string; text: string }

/** `sent`: the provider has accepted the message. `stored`: there is no provider, and the message is only stored. */
export type SmsOutcome = { state: 'sent'; providerId: string } | { state: 'stored' }

/** The delivery status of a message that the provider accepted. */
export type SmsDelivery = { state: 'delivered' } | { state: 'failed'; reason: string }

/**
 * Sends text messages. `send` throws SmsRefusal when the provider will never accept the message, and any other error when a retry may succeed. A
 * message whose answer was lost is sent again (decision 59).
 */
export type SmsPort = {
  /** For people, such as "GatewayAPI"; '' without a provider. */
  name: string
  send: (message: TextMessage) => Promise<SmsOutcome>
  /** The delivery status, null while it is not known; undefined for a provider that cannot be queried. Throws SmsRefusal when the provider does not know the message. */
  delivery?: (providerId: string) => Promise<SmsDelivery | null>
  /** Checks the credentials without sending a message; throws when they are refused. */
  test: () => Promise<void>
}

/** The provider refuses this message; the reason is shown to administrators. */
export class SmsRefusal extends Error {
  override name = 'SmsRefusal'
}

/** The provider refuses the account rather than the message: its reason begins with the HTTP status. */
export const areCredentialsRefused = ({ message }: SmsRefusal): boolean => /^40[13]\b/.test(message)
