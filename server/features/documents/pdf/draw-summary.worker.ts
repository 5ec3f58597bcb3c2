// Runs in a worker process.
import { drawPdf } from '#server/platform/documents/draw-pdf.ts'
import { type Drawing, type PdfFile, savePdf } from '#server/platform/documents/pdf-file.ts'
import { type SummaryDocument, summaryLayout } from './summary-layout.ts'

export default async function drawSummary({ documents, facts, path }: Drawing<SummaryDocument>): Promise<Omit<PdfFile, 'path'>> {
  const [document] = documents
  if (!document) throw new Error('No summary to draw')
  const { bytes, pages } = await drawPdf(summaryLayout(document), facts)
  return savePdf(path, bytes, pages)
}
