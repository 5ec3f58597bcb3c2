import type { MailWriters } from '#server/platform/mail/send-mail.ts'
import { reminderMail } from './reminder-mail.ts'

export const documentMails = { dokumentti_muistutus: reminderMail } satisfies Partial<MailWriters>
