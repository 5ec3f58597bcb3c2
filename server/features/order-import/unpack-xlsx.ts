// https://github.com/101arrowz/fflate
import { strFromU8, strToU8, Unzip, UnzipInflate, zipSync } from 'fflate'
import { RequestFault } from '#domain/errors.ts'
import { rowsAtOnce } from '#domain/features/order-import/order-table.ts'
import { mostColumns, mostLines, mostUnpackedBytes, tooManyColumns, tooManyLines, unreadable } from './limits.ts'

const mostEntries = 500
// At most about a thousand times as much comes out of a piece before it is counted.
const pieceSize = 4096

const isWanted = (name: string): boolean => name.endsWith('.xml') || name.endsWith('.xml.rels')
const notReadable = () => unreadable('Tiedosto ei ole kelvollinen .xlsx-tiedosto. Avaa se taulukkolaskennassa ja tallenna uudelleen.')

/**
 * The parts of an .xlsx file that hold its cells, packed anew without compression. The library that reads them unfolds whatever the
 * file says and makes room for every cell up to the last one, so how much that will be is measured here, and refused
 * (a decompression bomb, or a lone cell at XFD1048576) before it takes memory.
 */
export function measuredXlsx(bytes: Buffer): Buffer<ArrayBuffer> {
  const parts = unpack(bytes)
  if (!Object.hasOwn(parts, 'xl/workbook.xml'))
    throw unreadable('Tiedosto ei ole .xlsx-taulukko. Tallenna taulukko muodossa .xlsx tai CSV.')
  for (const [name, part] of Object.entries(parts)) {
    const xml = strFromU8(part)
    if (!xml.includes('<sheetData')) continue
    refuseOpenTags(xml)
    refuseLargeSheet(xml)
    parts[name] = strToU8(withFailedFormulas(xml))
  }
  const packed = zipSync(parts, { level: 0 })
  return Buffer.from(packed.buffer as ArrayBuffer, packed.byteOffset, packed.byteLength)
}

function unpack(bytes: Buffer): Record<string, Uint8Array> {
  const parts: Record<string, Uint8Array> = {}
  let total = 0
  let entries = 0
  const unzip = new Unzip((file) => {
    if (++entries > mostEntries) throw notReadable()
    if (!isWanted(file.name)) return
    const chunks: Uint8Array[] = []
    file.ondata = (error, chunk, final) => {
      // The library gives back what was thrown here.
      if (error) throw error
      total += chunk.length
      if (total > mostUnpackedBytes) throw unreadable('Tiedosto on purettuna liian suuri. Jaa se osiin.')
      chunks.push(chunk)
      if (final) parts[file.name] = Buffer.concat(chunks)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let from = 0; from < bytes.length; from += pieceSize)
      unzip.push(bytes.subarray(from, from + pieceSize), from + pieceSize >= bytes.length)
  } catch (error) {
    throw error instanceof RequestFault ? error : notReadable()
  }
  return parts
}

// A cell's text of 32 767 characters, each written as an entity.
const longestPiece = 256 * 1024
const tag = /<(?:!--[^<]*?-->|!\[CDATA\[[^<]*?\]\]>|\?[^<]*?\?>|(?![!?])[^<>"']*(?:"[^<"]*"[^<>"']*|'[^<']*'[^<>"']*)*>)/y

/** The library reads a sheet in ever smaller pieces, and a tag or text that does not end anew with each of them. */
function refuseOpenTags(xml: string): void {
  for (let at = xml.indexOf('<'); at >= 0; ) {
    const next = xml.indexOf('<', at + 1)
    tag.lastIndex = at
    if ((next < 0 ? xml.length : next) - at > longestPiece || !tag.test(xml)) throw notReadable()
    at = next
  }
}

const address = /\sr\s*=\s*["']([^"']*)["']/g
const addressForm = /^([A-Z]{0,3})(\d{1,7})$/

/** Column A is 1. */
const columnNumber = (letters: string): number => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

function refuseLargeSheet(xml: string): void {
  let rows = 0
  for (let at = xml.indexOf('<row'); at >= 0; at = xml.indexOf('<row', at + 4)) if (++rows > mostLines) throw tooManyLines()
  for (const [, text = ''] of xml.matchAll(address)) {
    const [, letters, row] = addressForm.exec(text) ?? []
    if (letters === undefined) throw notReadable()
    if (Number(row) > mostLines) throw unreadable(`Taulukossa on soluja rivillä ${row}. Poista tyhjät rivit lopusta. ${rowsAtOnce}`)
    if (columnNumber(letters) > mostColumns) throw tooManyColumns()
  }
}

/**
 * A formula that failed or was never counted is an empty cell to the library; as text it is told of as a fault. No tag is looked
 * for past the next `<`: many that stay open would be read over and over.
 */
const withFailedFormulas = (xml: string): string =>
  xml
    .replace(/(<c\b[^<>]*?\st\s*=\s*["'])e(["'])/g, '$1str$2')
    .replace(
      /<c\b([^<>]*)>(<f\b[^<>]*(?:\/>|>[^<]*<\/f>))<\/c>/g,
      (_, attributes: string, formula: string) =>
        `<c${attributes.replace(/\st\s*=\s*["']\w*["']/, '')} t="str">${formula}<v>#CALC!</v></c>`,
    )
