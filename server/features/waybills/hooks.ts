import type { MailWriters } from '#server/platform/mail/send-mail.ts'
import { deliveryMail } from './delivery-mail.ts'
import { confirmationMail, delayMail } from './order-mail/order-mail.ts'
import { waybillMail } from './waybill-mail.ts'

export const waybillMails = {
  rahtikirja: waybillMail,
  toimitus: deliveryMail,
  tilausvahvistus: confirmationMail,
  myohastyminen: delayMail,
} satisfies Partial<MailWriters>
