import { trackingMails } from './features/tracking/hooks.ts'
import { waybillMails } from './features/waybills/hooks.ts'
import type { MailWriters } from './platform/mail/send-mail.ts'
import { userMails } from './users/hooks.ts'

/** Who writes each kind of mail; a kind that no feature writes does not compile. */
export const mailWriters: MailWriters = { ...userMails, ...waybillMails, ...trackingMails }
