import type { EntityHooks } from '#server/entities/engine.ts'
import type { MailWriters } from '#server/platform/mail/send-mail.ts'
import { notifyOfCorrections } from './correction-notices.ts'
import { payrollMail } from './payroll-mail.ts'

export const worktimeAdministrationHooks: EntityHooks = {
  tyoaika_korjauspyynto: [{ follow: notifyOfCorrections }],
}

export const payrollMails = { palkka_aineisto: payrollMail } satisfies Partial<MailWriters>
