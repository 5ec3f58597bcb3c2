import { isLive } from '#domain/entities/order/order.status.ts'
import { isFollowable, orderAtPlace, trackingDays } from '#domain/features/tracking/tracked-order.ts'
import { registry } from '#domain/model/registry.ts'
import { formatDay } from '#domain/values/time/helsinki-clock.ts'
import { loadInstallationKey } from '#server/auth/installation-key.ts'
import { letter } from '#server/platform/mail/letter.ts'
import type { Message } from '#server/platform/mail/mail.ts'
import type { DueMail } from '#server/platform/mail/mail-queue.ts'
import type { Writing } from '#server/platform/mail/send-mail.ts'
import { tokenOf } from './link-token.ts'
import { orderOfMail } from './queries.ts'

type Parts = Omit<Writing, 'files'>

/** The message of a queued tracking link; null when the link is no longer valid. The token is in the URL's fragment, as in recovery mail. */
export async function trackingMail(
  { pool, clock, publicUrl, companyName }: Parts,
  due: DueMail<'seurantalinkki'>,
): Promise<Message | null> {
  const [key, found] = await Promise.all([loadInstallationKey(pool), orderOfMail(pool, due.id)])
  const here = found && orderAtPlace(found, found.lahetykset)
  if (!here || !isFollowable(here, clock())) return null
  const wishes = found.lahetykset.filter(({ tila }) => isLive(tila)).flatMap(({ toivottu_toimitus: day }) => (day > 0 ? [day] : []))
  const link = `${publicUrl}/seuranta#${tokenOf(key, found.linkki)}`
  const company = await companyName()
  const number = `${registry.tilaus.tunniste.prefix}-${found.tilausnro}`
  const what = found.tilaaja === '' ? 'sinulle on tulossa kuljetus' : `${found.tilaaja} on tilannut sinulle kuljetuksen`
  return {
    id: due.id,
    to: due.vastaanottaja,
    subject: `Seuraa lähetystäsi ${number} – ${company}`,
    ...letter([
      'Hei,',
      `${what} (tilaus ${number}). Voit seurata sitä tästä linkistä ilman kirjautumista:`,
      { href: link, label: 'Seuraa lähetystä' },
      wishes.length === 0 ? '' : `Odotettu toimituspäivä on ${formatDay(Math.min(...wishes))}`,
      `Linkki on voimassa ${trackingDays} päivää toimituksen jälkeen. Jos et odota lähetystä, sinun ei tarvitse tehdä mitään.`,
      `Terveisin\n${company}`,
    ]),
    secrets: [link],
  }
}
