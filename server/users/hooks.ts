import type { EntityHooks } from '../entities/engine.ts'
import type { MailWriters } from '../platform/mail/send-mail.ts'
import { makeProfiles } from './make-profiles.ts'
import { recoveryMail } from './recovery-mail.ts'

export const userHooks: EntityHooks = {
  user: [{ conclude: makeProfiles }],
}

export const userMails = { salasanan_palautus: recoveryMail, kutsu: recoveryMail } satisfies Partial<MailWriters>
