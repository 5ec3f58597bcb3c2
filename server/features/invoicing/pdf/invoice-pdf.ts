import type { PdfMaker } from '#server/platform/documents/make-pdf.ts'
import type { PdfFile } from '#server/platform/documents/pdf-file.ts'
import type { InvoiceDocument } from './invoice-document.ts'

const program = new URL('./draw-invoice.worker.ts', import.meta.url)

type InvoicePdf<T> = {
  /** The user the PDF is for, or the job. */
  fairKey: string
  /** Uses the file, which is removed afterwards; a handle that is open then stays readable. */
  use: (file: PdfFile) => Promise<T>
}

/** Such as `lasku-10001.pdf`; a file name that any system and mail program accepts. */
export const invoiceFilename = ({ invoice: { kind, number } }: InvoiceDocument): string =>
  `${kind === 'hyvitys' ? 'hyvityslasku' : 'lasku'}-${number.replace(/[^A-Za-z0-9-]/g, '_')}.pdf`

/** Draws the PDF of an invoice in a worker. The same invoice gives the same bytes. */
export function makeInvoicePdf<T>({ makePdf }: PdfMaker, document: InvoiceDocument, { fairKey, use }: InvoicePdf<T>): Promise<T> {
  const { kind, number, invoiceDay, seller } = document.invoice
  const facts = { title: `${kind === 'hyvitys' ? 'Hyvityslasku' : 'Lasku'} ${number}`, author: seller.name, created: invoiceDay }
  return makePdf({ program, form: 'invoice', facts, fairKey }, async (pdf) => {
    await pdf.add([document])
    const file = await pdf.end()
    if (file === null) throw new Error('The PDF has no pages')
    return use(file)
  })
}
