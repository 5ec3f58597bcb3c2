import type { MailWriters } from '#server/platform/mail/send-mail.ts'
import { invoiceMail } from './invoices/invoice-mail.ts'

export const invoiceMails = { lasku: invoiceMail } satisfies Partial<MailWriters>
