// Runs in a worker process.
import type { LabelDocument } from '#domain/features/waybills/labels.ts'
import { drawPdf } from '#server/platform/documents/draw-pdf.ts'
import { type Drawing, type PdfFile, savePdf } from '#server/platform/documents/pdf-file.ts'
import { labelsLayout } from './label-layout.ts'

/** Draws labels, one (`a6`) or four (`a4`) on a page. */
export default async function drawLabels({ documents, form, facts, path }: Drawing<LabelDocument>): Promise<Omit<PdfFile, 'path'>> {
  const { bytes, pages } = await drawPdf(labelsLayout(documents, form === 'a4' ? 'a4' : 'a6'), facts)
  return savePdf(path, bytes, pages)
}
