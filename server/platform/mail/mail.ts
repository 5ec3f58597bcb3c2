/** A message for the mail server. `id` is the same in retries, so that a receiver can recognise a duplicate. */
export type Message = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Where answers go; without it to the company's own address. */
  replyTo?: string
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[]
  /** Parts of the text, such as links with a token, that must not be stored where others can read them. */
  secrets: readonly string[]
}

/** Sends mail. Throws when the message could not be passed on; it is then retried later. */
export type MailPort = { send: (message: Message) => Promise<DeliveryState>; close: () => void }
export type DeliveryState = 'lahetetty' | 'tallessa'
