import { registry } from '#domain/model/registry.ts'
import { formatDay, formatTime } from '#domain/values/time/helsinki-clock.ts'
import { letter } from '#server/platform/mail/letter.ts'
import type { Message } from '#server/platform/mail/mail.ts'
import type { DueMail } from '#server/platform/mail/mail-queue.ts'
import type { Writing } from '#server/platform/mail/send-mail.ts'
import { drawWaybills } from '../delivery-mail.ts'
import { readWaybills } from '../waybill-input.ts'
import { type OpenShipment, openOrderOfMail, openShipments } from './queries.ts'

type Kind = 'tilausvahvistus' | 'myohastyminen'

const unique = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ''))]

/** What the customer recognises the order by, as the customer has typed it. */
function recognisedBy(shipments: readonly OpenShipment[]): string {
  const lines = [
    ['Nouto', unique(shipments.map(({ nouto_nimi, nouto_postitmp }) => [nouto_nimi, nouto_postitmp].filter(Boolean).join(', ')))],
    [
      'Toimitus',
      unique(shipments.map(({ toimitus_nimi, toimitus_postitmp }) => [toimitus_nimi, toimitus_postitmp].filter(Boolean).join(', '))),
    ],
    ['Viite', unique(shipments.map(({ viite }) => viite))],
  ] as const
  return lines
    .filter(([, texts]) => texts.length > 0)
    .map(([label, texts]) => `${label}: ${texts.join(' / ')}`)
    .join('\n')
}

/** Confirms an order (rules/orders.md#mail-to-the-customer); null when it is no longer open. */
export async function confirmationMail(writing: Writing, due: DueMail<'tilausvahvistus'>): Promise<Message | null> {
  const order = await openOrderOfMail(writing.pool, due.id)
  if (!order) return null
  const day = order.toivottu_toimitus
  return orderMail(writing, due, {
    order,
    shipments: await openShipments(writing.pool, order.id),
    subject: (number) => `Tilaus ${number} on vastaanotettu`,
    opening: (number) => `olemme vastaanottaneet tilauksen ${number}.${day > 0 ? ` Toivottu toimitus on ${formatDay(day)}` : ''}`,
    closing: 'Tilausta voi muuttaa, kunnes se noudetaan.',
    off: 'Tilausvahvistukset',
  })
}

/** Says that an order is late, and when it arrives where that is known; null when it has arrived, or is not late any more. */
export async function delayMail(writing: Writing, due: DueMail<'myohastyminen'>): Promise<Message | null> {
  const order = await openOrderOfMail(writing.pool, due.id)
  if (!order) return null
  const late = (await openShipments(writing.pool, order.id)).filter(({ tila, myohastyminen }) => tila === 'myohassa' || myohastyminen > 0)
  if (late.length === 0) return null
  // A shipment that was reported late without minutes still has its earlier promise, which does not hold.
  const arrivals = late.map(({ myohastyminen, luvattu_aika }) => (myohastyminen > 0 ? luvattu_aika : 0))
  const arrival = arrivals.includes(0) ? 0 : Math.max(...arrivals)
  const estimate =
    arrival > 0
      ? `Arvioimme, että se on perillä ${formatDay(arrival)} klo ${formatTime(arrival)}.`
      : 'Uusi toimitusaika ei ole vielä tiedossa.'
  return orderMail(writing, due, {
    order,
    shipments: late,
    subject: (number) => `Tilaus ${number} myöhästyy`,
    opening: (number) => `tilaus ${number} myöhästyy. ${estimate} Pahoittelemme viivästystä.`,
    closing: '',
    off: 'Myöhästymisilmoitukset',
  })
}

type Content = {
  order: { id: string; tilausnro: number }
  shipments: readonly OpenShipment[]
  subject: (number: string) => string
  opening: (number: string) => string
  closing: string
  /** What the customer's administrator can turn off. */
  off: string
}

async function orderMail(writing: Writing, due: DueMail<Kind>, { order, shipments, subject, opening, closing, off }: Content) {
  const { pool, company, publicUrl } = writing
  if (!company) throw new Error('Mail about an order needs the company')
  const { nimi, osoite, y_tunnus, puhelin, logo } = await company()
  const source = (await readWaybills(pool, [order.id], { carrier: { nimi, osoite, y_tunnus, puhelin, logo }, publicUrl })).get(order.id)
  const content = source && (await drawWaybills(writing, source, due.id))
  const number = `${registry.tilaus.tunniste.prefix}-${order.tilausnro}`
  const quote = recognisedBy(shipments)
  return {
    id: due.id,
    to: due.vastaanottaja,
    subject: `${subject(number)} – ${nimi}`,
    ...letter([
      'Hei,',
      opening(number),
      quote === '' ? '' : { quote },
      { href: `${publicUrl}/tilaus/${order.id}`, label: `Avaa tilaus ${number}` },
      [content ? 'Rahtikirja on liitteenä.' : '', closing].filter(Boolean).join(' '),
      `${off} voi ottaa pois yrityksen tiedoista Kuormassa.`,
      `Terveisin\n${nimi}`,
    ]),
    attachments: content ? [{ filename: `rahtikirja-${number}.pdf`, contentType: 'application/pdf', content }] : [],
    secrets: [],
  }
}
