import type { z } from 'zod'
import type { mailWaybillCall } from '#domain/calls/mail-waybill.ts'
import type { Viewer } from '#domain/roles.ts'
import { inTransaction } from '../database/transaction.ts'
import { allowMail, enqueuePaper } from '../mail/queue.ts'
import { formOf, orderWaybill, type WaybillParts } from './order-waybill.ts'

/** Puts the papers in the mail. Whoever may read the order may send them: they could as well print and send them. */
export async function mailWaybill(
  parts: WaybillParts,
  viewer: Viewer,
  { vastaanottajat, viesti, ...asked }: z.output<typeof mailWaybillCall.input>,
): Promise<{ success: true; lahetetaan: number }> {
  const { file } = await orderWaybill(parts, viewer, asked)
  const now = parts.clock()
  await inTransaction(parts.pool, async (client) => {
    await allowMail(client, 'rahtikirja', viewer.userId, vastaanottajat.length, now)
    await enqueuePaper(
      client,
      vastaanottajat,
      { tilaus: asked.tilaus_id, liite: file.id, muoto: formOf(asked), lahettaja: viewer.userId, viesti },
      now,
    )
  })
  return { success: true, lahetetaan: vastaanottajat.length }
}
