import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import type { Lasku } from '#domain/entities/invoice/invoice.entity.ts'
import { RequestFault } from '#domain/errors.ts'
import { systemFor, updateRow } from '#server/entities/engine.ts'
import type { InvoicingParts } from './parts.ts'

/** Queues a locked invoice again, whose sending has failed or may be repeated without harm. */
export async function queueAgain(queueing: InvoicingParts & { client: PoolClient; viewer: Viewer }, invoice: Lasku): Promise<void> {
  const { engine, client, viewer } = queueing
  // What may have been taken is sent as it was; a draft is built anew.
  const tila = invoice.tila === 'tarkista' ? 'lahetetaan' : 'luonnos'
  await engine.save(systemFor(viewer), [updateRow('lasku', invoice.id, { virhe: '', tila, lahettaja: viewer.userId })], { client })
  await queueSending(queueing, invoice)
}

/** Queues the job that sends an invoice, or delivers a sent one. Refused while an earlier job of it has not ended. */
export async function queueSending(
  { queue, client }: Pick<InvoicingParts, 'queue'> & { client: PoolClient },
  { id }: Pick<Lasku, 'id'>,
): Promise<void> {
  if ((await queue(client, [id])) > 0) return
  throw new RequestFault({
    kind: 'conflict',
    detail: 'Laskun edellinen lähetys on vielä päättymässä. Yritä hetken kuluttua uudelleen.',
  })
}
