import type { Viewer } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import type { OutgoingInvoice } from '#domain/features/invoicing/outgoing-invoice.ts'
import { registry } from '#domain/model/registry.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { storedContent } from '../queries.ts'
import { buildContent } from './invoice-content.ts'
import { lockInvoice } from './lock-invoice.ts'
import type { InvoicingParts } from './parts.ts'

/** What was sent or, of a draft, would be sent today. Throws 404 unless the viewer may read the invoice. */
export async function contentOf(parts: InvoicingParts, viewer: Viewer, id: string): Promise<OutgoingInvoice> {
  const { engine, pool } = parts
  const [found] = await engine.load(viewer, 'lasku', [id])
  if (!found?.mayRead) throw new RequestFault({ kind: 'not_found', detail: 'Laskua ei löydy.' })
  const isDraft = found.row.tila === 'luonnos'
  const stored = isDraft ? null : await storedContent(pool, id)
  if (stored) return stored
  return inTransaction(pool, async (client) => {
    const locked = await lockInvoice({ engine, client }, id)
    if (!locked) throw new RequestFault({ kind: 'not_found', detail: 'Laskua ei löydy.' })
    return buildContent({ ...parts, client }, locked.invoice, locked.orders)
  })
}

/** The name of an invoice's file, without its extension: `Lasku-LA-10001`. */
export const fileNameOf = ({ number, kind }: Pick<OutgoingInvoice, 'number' | 'kind'>): string =>
  `${kind === 'hyvitys' ? 'Hyvityslasku' : 'Lasku'}-${registry.lasku.tunniste.prefix}-${number}`
