import type { PoolClient } from 'pg'
import type { Viewer } from '#domain/access/roles.ts'
import type { Lasku } from '#domain/entities/invoice/invoice.entity.ts'
import { RequestFault } from '#domain/errors.ts'
import { systemFor, updateRow } from '#server/entities/engine.ts'
import type { InvoicingParts } from './parts.ts'

/** Queues locked invoices again, whose sending has failed or may be repeated without harm. */
export async function queueAgain(
  { engine, queue, client, viewer }: InvoicingParts & { client: PoolClient; viewer: Viewer },
  invoices: readonly Lasku[],
): Promise<void> {
  if (invoices.length === 0) return
  const changes = invoices.map(({ id, tila }) =>
    // What may have been taken is sent as it was; a draft is built anew.
    updateRow('lasku', id, { virhe: '', tila: tila === 'tarkista' ? 'lahetetaan' : 'luonnos', lahettaja: viewer.userId }),
  )
  await engine.save(systemFor(viewer), changes, { client })
  for (const { id } of invoices)
    if (!(await queue(client, id)))
      throw new RequestFault({
        kind: 'conflict',
        detail: 'Laskun edellinen lähetys on vielä päättymässä. Yritä hetken kuluttua uudelleen.',
      })
}
