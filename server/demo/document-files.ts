import { createHash } from 'node:crypto'
import { newFile } from '../platform/files/new-file.ts'
import type { History, Moment } from './history.ts'
import type { SignatureFiles } from './signatures.ts'

/** Written out, so that the random numbers of everything else stay the same. */
const idOf = (number: number): string => `00000000-0000-4000-8000-0000000d${String(number).padStart(4, '0')}`

type DocumentPage = { number: number; name: string; text: string; moment: Moment }

/** The row and the bytes of a document's PDF. */
export function addDocumentFile({ record }: History, files: SignatureFiles, { number, name, text, moment }: DocumentPage): string {
  const id = idOf(number)
  const bytes = textPage(name, text)
  const tarkiste = createHash('sha256').update(bytes).digest('hex')
  const filename = `${name.toLocaleLowerCase('fi').replace(/[\s-]+/g, '-')}.pdf`
  const shown = { filename, filemime: 'application/pdf', kuvaus: '' }
  record(moment, newFile({ id, ...shown, filesize: bytes.length, tarkiste, asiakas: null, lisaaja: moment.by?.userId ?? null }))
  files.bytes.set(id, bytes)
  return id
}

const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&')

/** A PDF of one page: a heading and a line of text for each sentence, in a font that every reader has. */
function textPage(heading: string, text: string): Buffer {
  const lines = text.split(/(?<=[.,]) /)
  const content = `BT /F1 20 Tf 72 760 Td (${escaped(heading)}) Tj /F1 12 Tf 0 -36 Td ${lines.map((line) => `(${escaped(line)}) Tj 0 -18 Td`).join(' ')} ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(`${body}${xref}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`, 'latin1')
}
