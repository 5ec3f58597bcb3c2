import { createTransport } from 'nodemailer'
import type { MailPort } from './mail.ts'

/** Connects and signs in, and sends nothing; throws when that fails. `timeout` is in milliseconds. */
export async function testSmtp(url: string, timeout: number): Promise<void> {
  const transport = createTransport({ url, connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** https://nodemailer.com/smtp */
export function smtpMail(url: string, from: { name: string; address: string }): MailPort {
  const transport = createTransport(
    { url, pool: true, maxConnections: 2, connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 },
    { from },
  )
  const host = from.address.split('@').at(-1) ?? 'localhost'
  return {
    async send({ id, to, subject, text, html, replyTo, attachments = [] }) {
      // As an object: a string would be read as a list of addresses.
      await transport.sendMail({
        ...{ to: { name: '', address: to }, subject, text, html, messageId: `<${id}@${host}>`, attachments: [...attachments] },
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
      })
      return 'lahetetty'
    },
    close: () => transport.close(),
  }
}
