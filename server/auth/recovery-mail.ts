import type { Pool } from 'pg'
import type { DueMail, MailKind } from '../mail/queue.ts'
import type { Message } from '../ports/mail/mail.ts'
import { makeRecovery } from './recovery.ts'

type Writing = { pool: Pool; clock: () => number; publicUrl: string; companyName: string }
type Words = { subject: string; why: string; button: string }

const words = (laji: MailKind, company: string): Words =>
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

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)

/**
 * The message of a queued recovery or invitation, its temporary password made now; null when it is nobody's address. The
 * link carries its values behind a #: they reach neither logs nor the pages that a browser is led on to.
 */
export async function recoveryMail({ pool, clock, publicUrl, companyName }: Writing, due: DueMail): Promise<Message | null> {
  const made = await makeRecovery(pool, due, clock())
  if (made === null) return null
  const { subject, why, button } = words(due.laji, companyName)
  const link = `${publicUrl}/password-reset#${new URLSearchParams({ name: made.name, temp_pass: made.temporary })}`
  const greeting = `Hei${made.fullName ? ` ${made.fullName}` : ''},`
  const name = `Käyttäjätunnuksesi on ${made.name}.`
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`
  return {
    id: due.id,
    to: made.mail,
    subject,
    text: [greeting, why, link, name, ...after, companyName].join('\n\n'),
    html: `<!doctype html><html lang="fi"><body style="font-family:sans-serif;font-size:16px;line-height:1.5">${[
      paragraph(greeting),
      paragraph(why),
      `<p><a href="${escapeHtml(link)}">${escapeHtml(button)}</a></p>`,
      paragraph(name),
      ...after.map(paragraph),
      paragraph(companyName),
    ].join('')}</body></html>`,
    secrets: [link],
  }
}
