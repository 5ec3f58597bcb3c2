import { registry } from '#domain/registry.ts'
import { isDelivered, isFollowable, trackingDays } from '#domain/tracking/tracked-order.ts'
import { formatDay } from '#domain/values/time.ts'
import { loadInstallationKey } from '../auth/installation-key.ts'
import { letter } from '../mail/letter.ts'
import type { DueMail } from '../mail/queue.ts'
import type { Writing } from '../mail/send-due.ts'
import type { Message } from '../ports/mail/mail.ts'
import { type Followed, followedColumns, senderColumn } from './followed.ts'
import { tokenOf } from './link-token.ts'

type Parts = Omit<Writing, 'files'>
type Found = Followed & { toivottu_toimitus: number; linkki: string; tilaaja: string }

/** The message of a queued tracking link; null when the link leads nowhere any more. The token stands behind a #, as in recovery mail. */
export async function trackingMail(
  { pool, clock, publicUrl, companyName }: Parts,
  due: DueMail<'seurantalinkki'>,
): Promise<Message | null> {
  const [key, { rows }] = await Promise.all([
    loadInstallationKey(pool),
    pool.query<Found>(
      `select ${followedColumns}, t.toivottu_toimitus::float8 as toivottu_toimitus, s.linkki, ${senderColumn} as tilaaja
       from lahteva_posti p join tilaus t on t.id = p.tilaus_id join asiakas a on a.id = t.asiakas_id
       join seurantalinkki s on s.tilaus_id = t.id and s.kaytossa where p.id = $1`,
      [due.id],
    ),
  ])
  const [found] = rows
  if (!found || !isFollowable(found, clock())) return null
  const link = `${publicUrl}/seuranta#${tokenOf(key, found.linkki)}`
  const number = `${registry.tilaus.tunniste.prefix}-${found.tilausnro}`
  const what = found.tilaaja === '' ? 'sinulle on tulossa kuljetus' : `${found.tilaaja} on tilannut sinulle kuljetuksen`
  return {
    id: due.id,
    to: due.vastaanottaja,
    subject: `Seuraa lähetystäsi ${number} – ${companyName}`,
    ...letter([
      'Hei,',
      `${what} (tilaus ${number}). Voit seurata sitä tästä linkistä ilman kirjautumista:`,
      { href: link, label: 'Seuraa lähetystä' },
      isDelivered(found) || found.toivottu_toimitus === 0 ? '' : `Odotettu toimituspäivä on ${formatDay(found.toivottu_toimitus)}`,
      `Linkki on voimassa ${trackingDays} päivää toimituksen jälkeen. Jos et odota lähetystä, sinun ei tarvitse tehdä mitään.`,
      `Terveisin\n${companyName}`,
    ]),
    secrets: [link],
  }
}
