import type { MailWriters } from '#server/platform/mail/send-mail.ts'
import { trackingMail } from './tracking-mail.ts'

export const trackingMails = { seurantalinkki: trackingMail } satisfies Partial<MailWriters>
