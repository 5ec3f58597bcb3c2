// Runs in a worker process.
import { drawPdf } from '#server/platform/documents/draw-pdf.ts'
import { type Drawing, type PdfFile, savePdf } from '#server/platform/documents/pdf-file.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import { invoiceLayout } from './invoice-layout.ts'

export default async function drawInvoice({ documents, facts, path }: Drawing<InvoiceDocument>): Promise<Omit<PdfFile, 'path'>> {
  const [document] = documents
  if (!document) throw new Error('No invoice to draw')
  const { bytes, pages } = await drawPdf(invoiceLayout(document), facts)
  return savePdf(path, bytes, pages)
}
