import { documentMails } from './features/documents/hooks.ts'
import { invoiceMails } from './features/invoicing/hooks.ts'
import { trackingMails } from './features/tracking/hooks.ts'
import { waybillMails } from './features/waybills/hooks.ts'
import { payrollMails } from './features/worktime/admin/hooks.ts'
import type { MailWriters } from './platform/mail/send-mail.ts'
import { userMails } from './users/hooks.ts'

/** The writer of each kind of mail; a kind without a writer does not compile. */
export const mailWriters: MailWriters = {
  ...userMails,
  ...waybillMails,
  ...trackingMails,
  ...documentMails,
  ...invoiceMails,
  ...payrollMails,
}
