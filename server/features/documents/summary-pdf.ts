import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Viewer } from '#domain/access/roles.ts'
import { registry } from '#domain/model/registry.ts'
import type { Context } from '#server/context.ts'
import type { PdfMaker } from '#server/platform/documents/make-pdf.ts'
import { recipientsOfDocument } from './document-summary.ts'
import type { SummaryDocument } from './pdf/summary-layout.ts'

type Parts = Context & PdfMaker & { companyName: () => Promise<string> }
type SummaryFile = { bytes: Readable; size: number; filename: string; type: string }

const program = new URL('./pdf/draw-summary.worker.ts', import.meta.url)

/** The summary of acknowledgements as a PDF. */
export async function summaryPdf(parts: Parts, viewer: Viewer, id: string): Promise<SummaryFile> {
  const { document, recipients } = await recipientsOfDocument(parts, viewer, { id })
  const tunniste = `${registry.dokumentti.tunniste.prefix}-${document.drupal_internal__id}`
  const made = parts.clock()
  const company = await parts.companyName()
  const summary: SummaryDocument = {
    company,
    tunniste,
    name: document.name,
    kuvaus: document.kuvaus,
    versio: document.versio,
    made,
    recipients: recipients.map(({ nimi, roolit, kuitattu, nimenselvennys }) => ({ nimi, roolit, kuitattu, nimenselvennys })),
  }
  const facts = { title: `Kuittaukset ${tunniste}`, author: company, created: made }
  return parts.makePdf({ program, form: '', facts, fairKey: viewer.userId }, async (pdf) => {
    await pdf.add([summary])
    const drawn = await pdf.end()
    if (!drawn) throw new Error(`No summary of document ${id}`)
    // An open file stays readable after makePdf deletes it.
    const file = await open(drawn.path)
    return { bytes: file.createReadStream(), size: drawn.size, filename: `kuittaukset-${tunniste}.pdf`, type: 'application/pdf' }
  })
}
