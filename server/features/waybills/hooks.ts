import type { MailWriters } from '#server/platform/mail/send-mail.ts'
import { waybillMail } from './waybill-mail.ts'

export const waybillMails = { rahtikirja: waybillMail } satisfies Partial<MailWriters>
