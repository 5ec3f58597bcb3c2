import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Viewer } from '#domain/access/roles.ts'
import { RequestFault } from '#domain/errors.ts'
import { finvoiceFault, writeFinvoice } from '#domain/features/invoicing/finvoice/write-finvoice.ts'
import type { OutgoingInvoice } from '#domain/features/invoicing/outgoing-invoice.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { PdfMaker } from '#server/platform/documents/make-pdf.ts'
import { invoiceFilename, makeInvoicePdf } from '../pdf/invoice-pdf.ts'
import { buildContent } from './invoice-content.ts'
import { lockInvoice } from './lock-invoice.ts'
import type { InvoicingParts } from './parts.ts'
import { storedContent } from './queries.ts'

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
    // Of a draft the content is that of today; a sent invoice has what was sent.
    if (!locked || locked.orders.length === 0) throw new RequestFault({ kind: 'not_found', detail: 'Laskun sisältöä ei ole.' })
    return buildContent({ ...parts, client }, locked.invoice, locked.orders)
  })
}

type InvoiceFile = { bytes: Readable; size: number; filename: string; type: string }

export async function finvoiceFile(parts: InvoicingParts, viewer: Viewer, id: string): Promise<InvoiceFile> {
  const invoice = await contentOf(parts, viewer, id)
  const fault = finvoiceFault(invoice)
  if (fault !== null) throw new RequestFault({ kind: 'invalid', detail: fault })
  const content = Buffer.from(writeFinvoice(invoice))
  return { bytes: Readable.from([content]), size: content.length, filename: `lasku-${invoice.number}.xml`, type: 'application/xml' }
}

export async function invoicePdfFile(parts: InvoicingParts & PdfMaker, viewer: Viewer, id: string): Promise<InvoiceFile> {
  const document = { invoice: await contentOf(parts, viewer, id), logo: (await parts.company()).logo }
  return makeInvoicePdf(parts, document, {
    fairKey: viewer.userId,
    use: async ({ path, size }) => {
      // An open file stays readable after it is removed.
      const file = await open(path)
      return { bytes: file.createReadStream(), size, filename: invoiceFilename(document), type: 'application/pdf' }
    },
  })
}
