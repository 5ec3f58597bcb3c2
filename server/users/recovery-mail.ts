import { filledText, type StoredTexts } from '#domain/features/settings/message-texts.ts'
import { makeRecovery } from '../auth/recovery.ts'
import { letter } from '../platform/mail/letter.ts'
import type { Message } from '../platform/mail/mail.ts'
import type { DueMail, RecoveryKind } from '../platform/mail/mail-queue.ts'
import type { Writing } from '../platform/mail/send-mail.ts'
import { storedSettings } from '../platform/settings/settings.ts'

type Parts = Omit<Writing, 'files'>
type Words = { subject: string; why: string; button: string }

const words = (laji: RecoveryKind, company: string, texts: StoredTexts): Words =>
  laji === 'kutsu'
    ? {
        subject: filledText(texts, 'teksti_kutsun_aihe', { yritys: company }),
        why: filledText(texts, 'teksti_kutsu', { yritys: company }),
        button: 'Valitse salasana',
      }
    : {
        subject: `Salasanan palautus – ${company}`,
        why: 'Pyysit linkkiä uuden salasanan valitsemiseen. Valitse uusi salasana tästä linkistä:',
        button: 'Valitse uusi salasana',
      }

const signInHint = 'Voit kirjautua tällä sähköpostiosoitteella tai käyttäjätunnuksellasi.'
const after = [
  'Linkki toimii kerran ja on voimassa tunnin. Jos se ehtii vanhentua, voit pyytää uuden kirjautumissivulta kohdasta "Unohditko salasanan?".',
  'Jos et odottanut tätä viestiä, sinun ei tarvitse tehdä mitään: salasanasi pysyy ennallaan.',
]

/**
 * The message of a queued recovery or invitation, with a temporary password made now; null when no user has the address. It contains
 * neither the person's name nor the sign-in name: the inviting user chooses both, and could send any text to any address. The link has
 * the receiver's address after a #, so that its values appear neither in logs nor in Referer headers.
 */
export async function recoveryMail(
  { pool, clock, publicUrl, companyName: nameOfCompany }: Parts,
  due: DueMail<RecoveryKind>,
): Promise<Message | null> {
  const made = await makeRecovery(pool, due, clock())
  if (made === null) return null
  const companyName = await nameOfCompany()
  const { subject, why, button } = words(due.laji, companyName, (await storedSettings(pool)).values)
  const link = `${publicUrl}/password-reset#${new URLSearchParams({ name: made.mail, temp_pass: made.temporary })}`
  return {
    id: due.id,
    to: made.mail,
    subject,
    ...letter(['Hei,', why, { href: link, label: button }, signInHint, ...after, companyName]),
    secrets: [link],
  }
}
