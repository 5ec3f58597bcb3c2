import type { z } from 'zod'
import type { mailWaybillCall } from '#domain/calls/mail-waybill.ts'
import { RequestFault } from '#domain/errors.ts'
import type { Viewer } from '#domain/roles.ts'
import { inTransaction } from '../database/transaction.ts'
import { enqueuePaper } from '../mail/queue.ts'
import { orderWaybill, type WaybillParts } from './order-waybill.ts'

/** In somebody's name to any address: more would be somebody else's advertising. */
const mostAnHour = 60

/** Puts the papers in the mail. Whoever may read the order may send them: they could as well print and send them. */
export async function mailWaybill(
  parts: WaybillParts,
  viewer: Viewer,
  { vastaanottajat, viesti, ...asked }: z.output<typeof mailWaybillCall.input>,
): Promise<{ success: true; lahetetaan: number }> {
  const { file } = await orderWaybill(parts, viewer, asked)
  const now = parts.clock()
  await inTransaction(parts.pool, async (client) => {
    // Two at once are counted one after the other.
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`lahteva_posti ${viewer.userId}`])
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from lahteva_posti where lahettaja_id = $1 and luotu > $2::bigint - 3600',
      [viewer.userId, now],
    )
    if ((rows[0]?.count ?? 0) + vastaanottajat.length > mostAnHour)
      throw new RequestFault({
        kind: 'too_many',
        detail: `Tunnin aikana voi lähettää enintään ${mostAnHour} viestiä. Yritä myöhemmin uudelleen.`,
      })
    await enqueuePaper(client, vastaanottajat, { tilaus: asked.tilaus_id, liite: file.id, lahettaja: viewer.userId, viesti }, now)
  })
  return { success: true, lahetetaan: vastaanottajat.length }
}
