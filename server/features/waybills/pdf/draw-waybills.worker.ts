// Runs in a worker process.
import type { WaybillDocument } from '#domain/features/waybills/document.ts'
import { drawPdf } from '#server/platform/documents/draw-pdf.ts'
import { type Drawing, type PdfFile, savePdf } from '#server/platform/documents/pdf-file.ts'
import { waybillsLayout } from './waybill-layout.ts'

/** Draws waybills, each starting on a new page. */
export default async function drawWaybills({ documents, facts, path }: Drawing<WaybillDocument>): Promise<Omit<PdfFile, 'path'>> {
  const { bytes, pages } = await drawPdf(waybillsLayout(documents), facts)
  return savePdf(path, bytes, pages)
}
