import { readFile } from 'node:fs/promises'
import { registry } from '#domain/model/registry.ts'
import { formatDay, formatTime } from '#domain/values/time/helsinki-clock.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { letter } from '#server/platform/mail/letter.ts'
import type { Message } from '#server/platform/mail/mail.ts'
import type { DueMail } from '#server/platform/mail/mail-queue.ts'
import type { Writing } from '#server/platform/mail/send-mail.ts'
import { documentsOf, drawingOf, type PrintOptions, readPictures } from './printable.ts'
import { deliveredOrderOfMail } from './queries.ts'
import { readWaybills, type WaybillSource } from './waybill-input.ts'

const options: PrintOptions = { muoto: 'lahetys', arkki: 'a6' }

/** The message about a delivered order, its waybills attached; null when it is not delivered any more. */
export async function deliveryMail(writing: Writing, due: DueMail<'toimitus'>): Promise<Message | null> {
  const { pool, company, publicUrl } = writing
  const order = await deliveredOrderOfMail(pool, due.id)
  if (!order || !company) return null
  const { nimi, osoite, y_tunnus, puhelin, logo } = await company()
  const carrier = { nimi, osoite, y_tunnus, puhelin, logo }
  const source = (await readWaybills(pool, [order.id], { carrier, publicUrl })).get(order.id)
  const content = source && (await drawWaybills(writing, source, due.id))
  const number = `${registry.tilaus.tunniste.prefix}-${order.tilausnro}`
  const at = order.timestamp_toimitettu
  const receivers = new Set(source?.shipments.flatMap(({ signed }) => signed?.nimenselvennys || []))
  return {
    id: due.id,
    to: due.vastaanottaja,
    subject: `Tilaus ${number} on toimitettu – ${nimi}`,
    ...letter([
      'Hei,',
      `tilaus ${number} on toimitettu ${formatDay(at)} klo ${formatTime(at)}.${receivers.size > 0 ? ` Vastaanottaja: ${[...receivers].join(', ')}.` : ''}`,
      content ? 'Rahtikirja on liitteenä.' : '',
      'Ilmoitukset toimituksista voi ottaa pois yrityksen tiedoista Kuormassa.',
      `Terveisin\n${nimi}`,
    ]),
    attachments: content ? [{ filename: `rahtikirja-${number}.pdf`, contentType: 'application/pdf', content }] : [],
    secrets: [],
  }
}

/** The PDF; undefined where nothing of the order is transported. */
export async function drawWaybills({ pdf, files, clock }: Writing, source: WaybillSource, fairKey: string): Promise<Buffer | undefined> {
  if (!pdf) throw new Error('Rahtikirjaa ei voi piirtää.')
  const today = startOfDay(clock())
  const documents = documentsOf(source, options.muoto, today, await readPictures(files, [source]))
  if (documents.length === 0) return undefined
  const facts = { title: `Rahtikirja ${source.tilaus.tunniste}`, author: source.carrier.nimi, created: today }
  return pdf.makePdf({ ...drawingOf(options), facts, fairKey }, async (drawing) => {
    await drawing.add(documents)
    const drawn = await drawing.end()
    if (drawn === null) throw new Error('The PDF has no pages')
    return readFile(drawn.path)
  })
}
