import type { z } from 'zod'
import type { Viewer } from '#domain/access/roles.ts'
import { mailWaybillCall } from '#domain/features/waybills/mail-waybill.ts'
import { answerOnce, type IdempotentRequest, type StoredAnswer, storeOnce } from '#server/platform/idempotency-keys.ts'
import { allowMail, enqueueWaybill } from '#server/platform/mail/mail-queue.ts'
import { formOf, orderWaybill, type WaybillParts } from './order-waybill.ts'

type Input = z.output<typeof mailWaybillCall.input>
type Answer = z.output<typeof mailWaybillCall.output>

/**
 * Queues the mail with the waybills, once for an `idempotent` request. Users who may read the order may send them, as they could also
 * print them. Neither a key nor a connection is held during drawing, which takes long.
 */
export async function mailWaybill(
  parts: WaybillParts,
  viewer: Viewer,
  input: Input,
  idempotent: IdempotentRequest | null,
): Promise<Answer> {
  const { vastaanottajat, viesti, ...waybill } = input
  const { userId: lahettaja } = viewer
  const send = async (): Promise<StoredAnswer> => {
    const { file } = await orderWaybill(parts, viewer, waybill)
    const now = parts.clock()
    return storeOnce(parts.pool, idempotent, now, async (client) => {
      await allowMail(client, 'rahtikirja', lahettaja, vastaanottajat.length, now)
      const mail = { tilaus: waybill.tilaus_id, liite: file.id, muoto: formOf(waybill), lahettaja, viesti }
      await enqueueWaybill(client, vastaanottajat, mail, now)
      const answer: Answer = { success: true, lahetetaan: vastaanottajat.length }
      return { status: 200, location: null, body: JSON.stringify(answer) }
    })
  }
  const { body } = await answerOnce(parts.pool, idempotent, send)
  return mailWaybillCall.output.parse(JSON.parse(body))
}
