import { fileURLToPath } from 'node:url'
// https://pdfmake.github.io/docs/0.3/
import pdfmake from 'pdfmake'
import type { TDocumentDefinitions } from 'pdfmake/interfaces'
import type { PdfFacts } from './pdf-file.ts'

/** Inter as static TTF files: PDF writers cannot embed the variable WOFF2 that the web app uses. */
export const fontFiles = {
  normal: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
  bold: fileURLToPath(import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
}

pdfmake.setFonts({ Inter: fontFiles })
// Document definitions use only our fonts: nothing else is read from the disk or the network.
pdfmake.setLocalAccessPolicy((path) => path === fontFiles.normal || path === fontFiles.bold)
pdfmake.setUrlAccessPolicy(() => false)

export type PdfLayout = Omit<TDocumentDefinitions, 'info' | 'version' | 'language' | 'displayTitle' | 'defaultStyle'>

/** The bytes of a PDF in the font Inter. */
export async function drawPdf(layout: PdfLayout, facts: PdfFacts): Promise<{ bytes: Buffer; pages: number }> {
  let pages = 0
  const { footer = '', ...rest } = layout
  const document = pdfmake.createPdf({
    ...rest,
    version: '1.7',
    language: 'fi',
    displayTitle: true,
    info: { title: facts.title, author: facts.author, creator: 'Kuorma', creationDate: new Date(facts.created * 1000) },
    defaultStyle: { font: 'Inter', fontSize: 9 },
    footer(page, pageCount, size) {
      pages = pageCount
      return typeof footer === 'function' ? footer(page, pageCount, size) : footer
    },
  })
  return { bytes: await document.getBuffer(), pages }
}
