import { makeRecovery } from '../auth/recovery.ts'
import { letter } from '../mail/letter.ts'
import type { DueMail, RecoveryKind } from '../mail/queue.ts'
import type { Writing } from '../mail/send-due.ts'
import type { Message } from '../ports/mail/mail.ts'

type Parts = Omit<Writing, 'files'>
type Words = { subject: string; why: string; button: string }

const words = (laji: RecoveryKind, company: string): Words =>
  laji === 'kutsu'
    ? {
        subject: `Tervetuloa – ${company}`,
        why: `Sinulle on tehty käyttäjätunnus palveluun ${company}. Valitse itsellesi salasana tästä linkistä:`,
        button: 'Valitse salasana',
      }
    : {
        subject: `Salasanan palautus – ${company}`,
        why: 'Pyysit linkkiä uuden salasanan valitsemiseen. Valitse uusi salasana tästä linkistä:',
        button: 'Valitse uusi salasana',
      }

const after = [
  'Linkki toimii kerran ja on voimassa tunnin. Jos se ehtii vanhentua, voit pyytää uuden kirjautumissivulta kohdasta "Unohditko salasanan?".',
  'Jos et odottanut tätä viestiä, sinun ei tarvitse tehdä mitään: salasanasi pysyy ennallaan.',
]

/**
 * The message of a queued recovery or invitation, its temporary password made now; null when it is nobody's address. The
 * link carries its values behind a #: they reach neither logs nor the pages that a browser is led on to.
 */
export async function recoveryMail({ pool, clock, publicUrl, companyName }: Parts, due: DueMail<RecoveryKind>): Promise<Message | null> {
  const made = await makeRecovery(pool, due, clock())
  if (made === null) return null
  const { subject, why, button } = words(due.laji, companyName)
  const link = `${publicUrl}/password-reset#${new URLSearchParams({ name: made.name, temp_pass: made.temporary })}`
  const greeting = `Hei${made.fullName ? ` ${made.fullName}` : ''},`
  const name = `Käyttäjätunnuksesi on ${made.name}.`
  return {
    id: due.id,
    to: made.mail,
    subject,
    ...letter([greeting, why, { href: link, label: button }, name, ...after, companyName]),
    secrets: [link],
  }
}
