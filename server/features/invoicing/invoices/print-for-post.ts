import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { OutgoingInvoice } from '#domain/features/invoicing/outgoing-invoice.ts'
import type { PdfMaker } from '#server/platform/documents/make-pdf.ts'
import type { CompanyReader } from '#server/platform/settings/company.ts'
import { invoiceFilename, makeInvoicePdf } from '../pdf/invoice-pdf.ts'

/** Writes the PDF of an invoice into the folder from which the staff prints and posts; again, the same file. */
export async function printForPost(
  { makePdf, company, folder }: PdfMaker & { company: CompanyReader; folder: string },
  invoice: OutgoingInvoice,
): Promise<void> {
  const document = { invoice, logo: (await company()).logo }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await makeInvoicePdf({ makePdf }, document, {
    fairKey: invoice.id,
    use: async ({ path }) => {
      const temporary = join(folder, `.${randomUUID()}.tmp`)
      await copyFile(path, temporary)
      await rename(temporary, join(folder, invoiceFilename(document)))
    },
  })
}
