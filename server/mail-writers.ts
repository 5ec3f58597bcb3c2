import type { MailWriters } from './mail/send-due.ts'
import { waybillMail } from './orders/waybill-mail.ts'
import { trackingMail } from './tracking/tracking-mail.ts'
import { recoveryMail } from './users/recovery-mail.ts'

export const mailWriters: MailWriters = {
  salasanan_palautus: recoveryMail,
  kutsu: recoveryMail,
  rahtikirja: waybillMail,
  seurantalinkki: trackingMail,
}
