/** What is handed to the carrier. `id` is the same over retries, so that a receiver can recognise a duplicate. */
export type Message = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Where answers go; without it to the company's own address. */
  replyTo?: string
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[]
  /** Parts of the text, such as links with a token, that must not be kept where others read them. */
  secrets: readonly string[]
}

/** Sends mail, and returns whether it was handed over. Throws when a message could not be handed on; it is then tried again later. */
export type MailPort = { send: (message: Message) => Promise<DeliveryState>; close: () => void }
export type DeliveryState = 'lahetetty' | 'tallessa'
